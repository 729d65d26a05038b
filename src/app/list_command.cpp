#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <string>

#include "app/commands.hpp"
#include "app/exchange_client.hpp"
#include "app/json_text.hpp"
#include "app/table_text.hpp"
#include "app/transaction_text.hpp"
#include "base/limits.hpp"

namespace tradepost::app {
namespace {

struct Options {
  std::shared_ptr<ExchangeOptions> exchange;
  std::string type;
  std::string status;
  std::string direction;
  std::string number;
  std::string partner;
  std::string from;
  std::string to;
  std::uint64_t limit = base::limits::page_items_default;
  bool all = false;
};

std::string days_of(const Options& options) {
  if (options.from.empty() && options.to.empty()) return {};
  return fmt::format("{},{}", options.from.empty() ? "1970-01-01" : options.from,
                     options.to.empty() ? "9999-12-31" : options.to);
}

std::string path_of(const Options& options) {
  const std::uint64_t page_max = base::limits::page_items_max;
  const auto per_page = options.all ? page_max : std::min(options.limit, page_max);
  return "/v2/all-transactions" + QueryText()
                                      .add("per_page", std::to_string(per_page))
                                      .add("filter[type]", options.type)
                                      .add("filter[status]", options.status)
                                      .add("filter[direction]", options.direction)
                                      .add("filter[identifier]", options.number)
                                      .add("filter[partner]", options.partner)
                                      .add("filter[created_between]", days_of(options))
                                      .text();
}

std::string shown_status(const document::View& item) {
  return is_true(at(item, "held")) ? "PENDING (held)" : text_at(item, "status");
}

OrTold<ExitStatus> run(const Options& options) {
  TRY_ASSIGN(auto exchange, ExchangeClient::open(*options.exchange));
  PageWalk pages(exchange, path_of(options));
  document::Reader reader(base::limits::body_bytes_max);
  TableText table{"CREATED", "", "PARTNER", "TYPE", "NUMBER", "STATUS", "ID"};
  std::uint64_t count = 0;
  const auto is_enough = [&] { return !options.all && count >= options.limit; };
  while (!pages.is_over() && !is_enough()) {
    TRY_ASSIGN(const Reply page, pages.next());
    at(page.json(), "items").each([&](std::uint32_t, const document::View& item) {
      if (is_enough()) return;
      ++count;
      const auto bytes = bytes_of(item, page.body());
      if (options.exchange->json) {
        fmt::print("{}\n", on_one_line(bytes));
        return;
      }
      const bool is_sent = text_at(item, "direction") == "sent";
      table.row({shown_time(text_at(item, "createdAt")), is_sent ? "to" : "from",
                 text_at(item, is_sent ? "recipient.name" : "sender.name"), text_at(item, "type"),
                 number_in(bytes, reader), shown_status(item), text_at(item, exchange.id_name())});
    });
    if (!options.exchange->json && count > 0) table.print();
  }
  if (!options.exchange->json) {
    if (count == 0) fmt::print("there is no such transaction\n");
    if (!pages.is_over()) fmt::print("… and more: --limit N or --all shows them\n");
  }
  return ExitStatus::good;
}

}  // namespace

void add_list_command(Command program, ExitStatus& status) {
  auto command = program.add_subcommand("list", "What was sent and received, the newest first");
  command.footer(
      "Examples:\n"
      "  tradepost list --limit 100\n"
      "  tradepost list --status FAILED --direction sent\n"
      "  tradepost list --number 4500012345 --json\n"
      "  tradepost list --from 2026-03-01 --to 2026-03-31 --all");
  const auto options = std::make_shared<Options>();
  options->exchange = add_exchange_options(command, Speaker::participant, retry_of_question_s);
  add_word(command, "--type", options->type, "One kind of document", kind_words());
  add_word(command, "--status", options->status, "What became of it", status_words());
  add_word(command, "--direction", options->direction, "Seen from you", {"sent", "received"});
  add_text(command, "--number", options->number, "The document's own number", "NUMBER");
  add_text(command, "--partner", options->partner, "Who takes part, by its id", "ID");
  add_text(command, "--from", options->from, "The first day (UTC)", "DAY");
  add_text(command, "--to", options->to, "The last day (UTC)", "DAY");
  auto limit = command.add_option("--limit", options->limit, "How many at most")
                   .positive()
                   .capture_default_str()
                   .type_name("N");
  command.add_flag("--all", options->all, "All there are").excludes(limit);
  command.add_flag("--json", options->exchange->json,
                   "Print one line of JSON a transaction, as it came");
  command.callback([options, &status] { status = ended(run(*options)); });
}

}  // namespace tradepost::app
