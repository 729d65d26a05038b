#include <fmt/format.h>

#include <string>
#include <vector>

#include "app/console/commands.hpp"
#include "app/console/json_text.hpp"
#include "app/console/saying.hpp"
#include "app/console/table_text.hpp"
#include "app/remote/resource_verbs.hpp"

namespace tradepost::app {
namespace {

using client::Repeat;
using document::View;

std::string state_of(const View& item) {
  if (text_at(item, "status") == "open") return "open: the " + text_at(item, "turn") + "'s turn";
  const std::string by = text_at(item, "resolvedBy");
  if (by == "newer_version") return "resolved by a newer version";
  if (by == "requeue") return "resolved: it was requeued";
  if (by == "success") return "resolved: it was processed after all";
  return "resolved";
}

// Shortens a text for a table.
std::string shortened(const View& value) {
  const std::string text = text_at(value, "");
  constexpr std::size_t bytes_max = 60;
  if (text.size() <= bytes_max) return text;
  std::size_t end = bytes_max;
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xc0) == 0x80) --end;
  return text.substr(0, end) + "…";
}

std::string count_of(const View& count) {
  const std::string text = text_at(count, "");
  return text == "1" ? "" : text + " times";
}

std::string name_of(const View& participant) {
  return text_at(participant, "name");
}

std::string fault_of(const View& fault) {
  return fmt::format("{} ({})", text_at(fault, "message"), text_at(fault, "path"));
}

void print_case(const View& data) {
  print_lines(data, {{"id", "id"},
                     {"state", "", state_of},
                     {"what", "origin"},
                     {"type", "type"},
                     {"reason", "reason"},
                     {"", "context", nullptr, Field::Each::yes},
                     {"document", "transactionType"},
                     {"number", "transactionIdentifier"},
                     {"transaction", "transaction"},
                     {"participant", "participants", name_of, Field::Each::yes},
                     {"flow", "flow"},
                     {"opened", "openedAt", time_in},
                     {"changed", "changedAt", time_in},
                     {"happened", "count", count_of},
                     {"fault", "document.faults", fault_of, Field::Each::yes}});
  if (!at(data, "comments").has_elements()) return;
  say("\n");
  TableText table{"AT", "BY", "COMMENT"};
  at(data, "comments").each([&](std::uint32_t, const View& comment) {
    table.row({shown_time(text_at(comment, "at")), text_at(comment, "by.name"),
               text_at(comment, "text")});
  });
  table.print();
}

// Prevents a retry from storing a comment twice.
Parameter said_once(Parameter comment) {
  comment.repeat = Repeat::when_unsent;
  return comment.in_body("comment");
}

Parameter everybody() {
  return flag("--everybody",
              "As an operator: the cases of all participants, with an operator's token "
              "(Env:TRADEPOST_OPERATOR_TOKEN)");
}

Parameter id() {
  return text("id", "ID", "The case's id");
}

Parameter json() {
  return flag("--json", "Print the case as one line of JSON");
}

Parameter comment() {
  return said_once(text("--comment", "TEXT", "A comment"));
}

constexpr const char* path_of_one = "/v2/errors/{id}";
constexpr const char* path_of_one_for_everybody = "/admin/cases/{id}";

RequestTemplate change(const char* status = nullptr) {
  return {.method = "PATCH",
          .path = path_of_one,
          .path_for_everybody = path_of_one_for_everybody,
          .status = status};
}

Verb cases_list() {
  return {.name = "list",
          .meaning = "List cases, the newest first",
          .examples = {"tradepost cases list --status open",
                       "tradepost cases list --everybody --all --json"},
          .parameters = {everybody(),
                         word("--status", {"open", "resolved"}, "Only this status")
                             .in_query("filter[status]"),
                         limit_of_list(), flag("--json", "Print one line of JSON per case")},
          .request = {.path = "/v2/errors", .path_for_everybody = "/admin/cases"},
          .list = {.columns = {{"OPENED", "openedAt", time_in},
                               {"STATE", "", state_of},
                               {"WHAT", "origin"},
                               {"NUMBER", "transactionIdentifier"},
                               {"REASON", "reason", shortened},
                               {"ID", "id"}},
                   .nothing = "no such cases"}};
}

Verb cases_show() {
  return {.name = "show",
          .meaning = "Show a case and its comments",
          .examples = {"tradepost cases show 0192f0c1-7c1e-7a3b-8a51-2f6d1f0e9b11"},
          .parameters = {everybody(), id(), json()},
          .request = {.path = path_of_one, .path_for_everybody = path_of_one_for_everybody},
          .answer = {.print = print_case}};
}

Verb cases_comment() {
  return {.name = "comment",
          .meaning = "Comment on a case; in a failure, the turn passes to the other side",
          .examples = {"tradepost cases comment 0192f0c1-7c1e-7a3b-8a51-2f6d1f0e9b11 'It is the "
                       "follower of 4711.'"},
          .parameters = {everybody(), id(), json(), said_once(text("text", "TEXT", "The comment"))},
          .request = change(),
          .answer = {.print = print_case}};
}

Verb cases_resolve() {
  return {.name = "resolve",
          .meaning = "Resolve a case",
          .examples = {"tradepost cases resolve 0192f0c1-7c1e-7a3b-8a51-2f6d1f0e9b11 --comment "
                       "'Master data corrected.'"},
          .parameters = {everybody(), id(), json(), comment()},
          .request = change("resolved"),
          .answer = {.print = print_case}};
}

Verb cases_reopen() {
  return {.name = "reopen",
          .meaning = "Reopen a case",
          .examples = {"tradepost cases reopen 0192f0c1-7c1e-7a3b-8a51-2f6d1f0e9b11"},
          .parameters = {everybody(), id(), json(), comment()},
          .request = change("open"),
          .answer = {.print = print_case}};
}

}  // namespace

void add_cases_command(Command program, ExitStatus& status) {
  add_resource(
      program, status,
      {.name = "cases",
       .meaning = "Manage cases",
       .speaker = Speaker::participant,
       .verbs = {cases_list(), cases_show(), cases_comment(), cases_resolve(), cases_reopen()}});
}

}  // namespace tradepost::app
