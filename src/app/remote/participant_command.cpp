#include <fmt/format.h>

#include <string>

#include "app/console/commands.hpp"
#include "app/console/json_text.hpp"
#include "app/remote/administration.hpp"
#include "app/remote/resource_verbs.hpp"

namespace tradepost::app {
namespace {

using client::Repeat;
using document::View;

std::string count_of(const View& elements) {
  const auto count = elements.element_count();
  return count == 0 ? "" : std::to_string(count);
}

std::string agent_of(const View& agent) {
  const std::string kinds = joined(at(agent, "kinds"));
  return fmt::format("{}{}{}", text_at(agent, "participant"), kinds.empty() ? "" : ", for ", kinds);
}

std::string elsewhere_of(const View& count) {
  const std::string text = text_at(count, "");
  if (text.empty() || text == "0") return "";
  return text + " with the previous owners of the identifiers; --take-pending moves them";
}

ExitOr<void> changes_something(const Given& given) {
  const bool does = !given.text("--name").empty() || !given.list("--add-identifier").empty() ||
                    !given.list("--remove-identifier").empty();
  if (does) return {};
  return std::unexpected(
      print_usage_error("Give --name, --add-identifier or --remove-identifier."));
}

Parameter first_identifiers() {
  Parameter parameter = identifiers("--identifier", "An identifier of the participant; repeatable");
  parameter.is_required = true;
  return parameter.in_body("identifiers");
}

constexpr const char* path_of_all = "/admin/participants";
constexpr const char* path_of_one = "/admin/participants/{participant}";

const std::vector<Field> lines = {{"id", "id"},
                                  {"name", "name"},
                                  {"identifiers", "", identifiers_of},
                                  {"state", "state"},
                                  {"requirements", "requirements", count_of},
                                  {"agent", "agents", agent_of, Field::Each::yes},
                                  {"pending elsewhere", "pendingElsewhere", elsewhere_of}};

Verb participant_add() {
  return {.name = "add",
          .meaning = "Add a participant",
          .note =
              "Documents name a participant by its identifiers: GS1, DUNS, VAT_DE or FED_TAX. A "
              "GS1 or\nDUNS identifier can belong to only one participant.",
          .examples = {"tradepost participant add 'Getränke Huber' --identifier GS1:9521001000000"},
          .parameters = {json_flag(), text("name", "NAME", "Its name").in_body("name"),
                         first_identifiers()},
          .request = {.method = "POST", .path = path_of_all, .repeat = Repeat::when_unsent},
          .answer = {.lines = lines}};
}

Verb participant_list() {
  return {.name = "list",
          .meaning = "List participants",
          .examples = {"tradepost participant list --name Getr"},
          .parameters = {json_flag(),
                         text("--name", "TEXT", "Only names that begin with this text")
                             .in_query("filter[name]"),
                         text("--identifier", "IDENTIFIER", "The participant with this identifier")
                             .in_query("filter[identifier]")},
          .request = {.path = path_of_all},
          .list = {.columns = {{"ID", "id"},
                               {"NAME", "name"},
                               {"IDENTIFIERS", "", identifiers_of},
                               {"STATE", "state"}},
                   .nothing = "no such participants"}};
}

Verb participant_show() {
  return {.name = "show",
          .meaning = "Show a participant",
          .examples = {"tradepost participant show GS1:9521001000000",
                       "tradepost participant show 'Getränke Huber' --json"},
          .parameters = {json_flag(), participant_at_its_place()},
          .request = {.path = path_of_one},
          .answer = {.lines = lines}};
}

Verb participant_edit() {
  return {
      .name = "edit",
      .meaning = "Change a participant's name or identifiers",
      .note =
          "An identifier of another participant moves to this one. Documents that are pending for "
          "the\nprevious owner stay there, unless you use --take-pending.",
      .examples = {"tradepost participant edit GS1:9521001000000 --name 'Getränke Huber GmbH'",
                   "tradepost participant edit 'Getränke Huber' --add-identifier DUNS:123456789"},
      .parameters = {json_flag(), participant_at_its_place(),
                     text("--name", "NAME", "Its new name").in_body("name"),
                     identifiers("--add-identifier", "An identifier to add; repeatable")
                         .in_body("addIdentifiers"),
                     identifiers("--remove-identifier", "An identifier to remove; repeatable")
                         .in_body("removeIdentifiers"),
                     flag("--take-pending",
                          "Also move the documents that are pending under the identifiers")
                         .in_query("take", "pending")},
      .request = {.method = "PATCH", .path = path_of_one, .repeat = Repeat::when_unsent},
      .check = changes_something,
      .answer = {.lines = lines}};
}

Verb participant_close() {
  return {.name = "close",
          .meaning = "Remove a participant from the network",
          .note =
              "Its tokens are revoked, its identifiers stay reserved, and its documents are still "
              "delivered.\nIf documents are pending for it, use --fail-pending. They fail, and "
              "their senders are notified.",
          .examples = {"tradepost participant close 'Getränke Huber' --fail-pending"},
          .parameters = {json_flag(), participant_at_its_place(),
                         flag("--fail-pending", "Fail the documents that are pending for it")
                             .in_query("pending", "fail")},
          .request = {.method = "DELETE", .path = path_of_one, .repeat = Repeat::when_unsent},
          .answer = {.sentence = "{id} has left the network; {failed.pending} pending and "
                                 "{failed.held} held documents failed"}};
}

}  // namespace

void add_participant_command(Command program, ExitStatus& status) {
  add_resource(program, status,
               {.name = "participant",
                .meaning = "Manage participants; for operators",
                .speaker = Speaker::administrator,
                .verbs = {participant_add(), participant_list(), participant_show(),
                          participant_edit(), participant_close()}});
}

}  // namespace tradepost::app
