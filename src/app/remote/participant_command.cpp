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
  return text + " under the old owners of the identifiers; --take-pending moves them";
}

OrTold<void> changes_something(const Given& given) {
  const bool does = !given.text("--name").empty() || !given.list("--add-identifier").empty() ||
                    !given.list("--remove-identifier").empty();
  if (does) return {};
  return std::unexpected(tell_wrong_words(
      "Nothing is to be changed: say --name, --add-identifier or --remove-identifier."));
}

Parameter first_identifiers() {
  Parameter parameter = identifiers("--identifier", "One of its identifiers; once for each");
  parameter.is_required = true;
  return parameter.in_body("identifiers");
}

Resource participants() {
  const Parameter json = flag("--json", "As JSON; of a list, a line each");
  const char* const path = "/admin/participants";
  const char* const path_of_one = "/admin/participants/{participant}";
  const std::vector<Field> lines = {{"id", "id"},
                                    {"name", "name"},
                                    {"identifiers", "", identifiers_of},
                                    {"state", "state"},
                                    {"requirements", "requirements", count_of},
                                    {"agent", "agents", agent_of, Field::Each::yes},
                                    {"pending elsewhere", "pendingElsewhere", elsewhere_of}};
  return {
      .name = "participant",
      .meaning = "Who is on the network; for operators",
      .speaker = Speaker::administrator,
      .verbs = {
          {.name = "add",
           .meaning = "Take an organisation into the network",
           .note = "Identifiers are how documents name it: GS1, DUNS, VAT_DE or FED_TAX. GS1 and "
                   "DUNS belong to\none participant alone.",
           .examples = {"tradepost participant add 'Getränke Huber' --identifier "
                        "GS1:9521001000000"},
           .parameters = {json, text("name", "NAME", "Its name").in_body("name"),
                          first_identifiers()},
           .method = "POST",
           .path = path,
           .repeat = Repeat::when_unsent,
           .lines = lines},
          {.name = "list",
           .meaning = "All participants, or those that are meant",
           .examples = {"tradepost participant list --name Getr"},
           .parameters = {json,
                          text("--name", "TEXT", "Whose name begins so").in_query("filter[name]"),
                          text("--identifier", "IDENTIFIER", "Who has this identifier")
                              .in_query("filter[identifier]")},
           .path = path,
           .columns = {{"ID", "id"},
                       {"NAME", "name"},
                       {"IDENTIFIERS", "", identifiers_of},
                       {"STATE", "state"}},
           .nothing = "there is no such participant"},
          {.name = "show",
           .meaning = "One participant",
           .examples = {"tradepost participant show GS1:9521001000000",
                        "tradepost participant show 'Getränke Huber' --json"},
           .parameters = {json, participant_at_its_place()},
           .path = path_of_one,
           .lines = lines},
          {.name = "edit",
           .meaning = "Change a participant's name or identifiers",
           .note = "An identifier that another one has moves here. Documents that wait for the old "
                   "owner stay with\nit, unless --take-pending moves them, too.",
           .examples = {"tradepost participant edit GS1:9521001000000 --name 'Getränke Huber GmbH'",
                        "tradepost participant edit 'Getränke Huber' --add-identifier "
                        "DUNS:123456789"},
           .parameters = {json, participant_at_its_place(),
                          text("--name", "NAME", "Its new name").in_body("name"),
                          identifiers("--add-identifier", "One more; once for each")
                              .in_body("addIdentifiers"),
                          identifiers("--remove-identifier", "One less; once for each")
                              .in_body("removeIdentifiers"),
                          flag("--take-pending", "Move what waits under the identifiers, too")
                              .in_query("take", "pending")},
           .method = "PATCH",
           .path = path_of_one,
           .repeat = Repeat::when_unsent,
           .check = changes_something,
           .lines = lines},
          {.name = "close",
           .meaning = "Let a participant leave the network",
           .note =
               "Its tokens end, its identifiers stay reserved, what it sent is still delivered. "
               "While documents\nwait for it, it can't leave, unless --fail-pending lets them "
               "fail: their senders are told.",
           .examples = {"tradepost participant close 'Getränke Huber' --fail-pending"},
           .parameters =
               {json, participant_at_its_place(),
                flag("--fail-pending", "What waits for it fails").in_query("pending", "fail")},
           .method = "DELETE",
           .path = path_of_one,
           .repeat = Repeat::when_unsent,
           .sentence = "{id} has left the network; {failed.pending} pending and {failed.held} held "
                       "documents failed"}}};
}

}  // namespace

void add_participant_command(Command program, ExitStatus& status) {
  add_resource(program, status, participants());
}

}  // namespace tradepost::app
