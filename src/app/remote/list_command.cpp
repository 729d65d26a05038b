#include <fmt/format.h>

#include <string>

#include "app/console/commands.hpp"
#include "app/console/json_text.hpp"
#include "app/console/table_text.hpp"
#include "app/documents/transaction_text.hpp"
#include "app/remote/resource_verbs.hpp"
#include "base/ground/limits.hpp"
#include "base/text/url_text.hpp"

namespace tradepost::app {
namespace {

using document::View;

std::string shown_status(const View& item) {
  return is_true(at(item, "held")) ? "PENDING (held)" : text_at(item, "status");
}

// Returns one filter for both days, to be appended to the query.
std::string days_of(const Given& given) {
  const std::string& from = given.text("--from");
  const std::string& to = given.text("--to");
  if (from.empty() && to.empty()) return {};
  const std::string days =
      fmt::format("{},{}", from.empty() ? "1970-01-01" : from, to.empty() ? "9999-12-31" : to);
  return fmt::format("&{}={}", base::percent_encoded("filter[created_between]"),
                     base::percent_encoded(days));
}

// Lists transactions from the caller's side, with each document's own number.
ExitOr<ExitStatus> run(Call& call) {
  document::Reader reader(base::limits::body_bytes_max);
  return print_list(call, call.path() + days_of(call.given),
                    [&](const View& item, std::string_view bytes) {
                      const bool is_sent = text_at(item, "direction") == "sent";
                      return std::vector{shown_time(text_at(item, "createdAt")),
                                         std::string(is_sent ? "to" : "from"),
                                         text_at(item, is_sent ? "recipient.name" : "sender.name"),
                                         text_at(item, "type"),
                                         number_in(bytes, reader),
                                         shown_status(item),
                                         text_at(item, call.exchange.id_name())};
                    });
}

}  // namespace

void add_list_command(Command program, ExitStatus& status) {
  add_verb(
      program, status, Speaker::participant,
      {.name = "list",
       .meaning = "List sent and received transactions, the newest first",
       .examples = {"tradepost list --limit 100", "tradepost list --status FAILED --direction sent",
                    "tradepost list --number 4500012345 --json",
                    "tradepost list --from 2026-03-01 --to 2026-03-31 --all"},
       .parameters =
           {word("--type", kind_words(), "Only this kind of document").in_query("filter[type]"),
            word("--status", status_words(), "Only this status").in_query("filter[status]"),
            word("--direction", {"sent", "received"}, "Only sent or only received ones")
                .in_query("filter[direction]"),
            text("--number", "NUMBER", "The document's own number").in_query("filter[identifier]"),
            text("--partner", "ID", "The trading partner's id").in_query("filter[partner]"),
            text("--from", "DAY", "The first day (UTC)"), text("--to", "DAY", "The last day (UTC)"),
            limit_of_list(), flag("--json", "Print one line of JSON per transaction")},
       .request = {.path = "/v2/all-transactions"},
       .run = run,
       .list = {
           .columns = {{"CREATED"}, {""}, {"PARTNER"}, {"TYPE"}, {"NUMBER"}, {"STATUS"}, {"ID"}},
           .nothing = "no such transactions"}});
}

}  // namespace tradepost::app
