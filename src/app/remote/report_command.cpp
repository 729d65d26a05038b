
#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "app/console/commands.hpp"
#include "app/console/input.hpp"
#include "app/console/saying.hpp"
#include "app/session/exchange_client.hpp"
#include "base/text/json_writer.hpp"
#include "base/text/text.hpp"

namespace tradepost::app {
namespace {

struct Options {
  std::shared_ptr<ExchangeOptions> exchange;
  std::vector<std::string> ids;
  std::string file;
  std::string reason;
  bool failed = false;
};

constexpr std::size_t line_bytes_max = 1'000;

ExitOr<void> add_ids_of(const std::string& path, std::vector<std::string>& ids) {
  auto input = LineInput::open(path, line_bytes_max);
  std::string line;
  for (;;) {
    const auto more =
        input ? input->next_filled(line) : base::Result<bool>(std::unexpect, input.error());
    if (!more) {
      say(stderr, "tradepost: {}\n", more.error().text().str());
      return std::unexpected(ExitStatus::failed);
    }
    if (!*more) return {};
    if (ids.size() == base::limits::client_ids_max) {
      return std::unexpected(
          print_usage_error("At most one million ids are allowed. Use several commands."));
    }
    ids.emplace_back(base::trimmed(line));
  }
}

// Returns the ids in the order of the arguments. The ids of --from come last.
ExitOr<std::vector<std::string>> ids_of(const Options& options) {
  std::vector<std::string> ids;
  for (const std::string& id : options.ids) {
    if (id == "-") {
      TRY(add_ids_of("-", ids));
    } else {
      ids.push_back(id);
    }
  }
  if (!options.file.empty()) TRY(add_ids_of(options.file, ids));
  if (ids.empty()) {
    return std::unexpected(print_usage_error("No ids. Give ids, or use - or --from FILE."));
  }
  return ids;
}

void print_as_json(const client::Reported& one, const std::string& id_name) {
  base::JsonWriter json;
  json.begin_object().key(id_name).string(one.id).key("taken").boolean(one.is_taken);
  json.key("message").string(one.message);
  if (!one.error_url.empty()) json.key("errorUrl").string(one.error_url);
  print_json(std::move(json.end_object()).finish());
}

ExitOr<ExitStatus> run(const Options& options) {
  TRY_ASSIGN(const auto ids, ids_of(options));
  TRY_ASSIGN(auto exchange, ExchangeClient::open(*options.exchange));
  TRY_ASSIGN(const auto reported,
             exchange.report(ids, {.success = !options.failed, .reason = options.reason}));
  for (const client::Reported& one : reported) {
    if (options.exchange->json) {
      print_as_json(one, exchange.id_name());
    } else {
      say("{}: {}{}\n", one.id, one.is_taken ? "" : "not recorded: ", one.message);
    }
  }
  return std::ranges::all_of(reported, &client::Reported::is_taken) ? ExitStatus::good
                                                                    : ExitStatus::faulty;
}

}  // namespace

void add_report_command(Command program, ExitStatus& status) {
  auto command = program.add_subcommand("report", "Report documents as processed or failed");
  command.footer(
      "A reported document is no longer pending, and its sender is notified. A failure opens a\n"
      "case. A later success replaces a failure, but a failure can't replace a success.\n"
      "Repeating a report changes nothing. Exit codes: 0 all recorded, 1 some not.\n"
      "\n"
      "Examples:\n"
      "  tradepost report 0192f0c1-7c1e-7a3b-8a51-2f6d1f0e9b11\n"
      "  tradepost report --failed --reason 'Unknown article 4711' "
      "0192f0c1-7c1e-7a3b-8a51-2f6d1f0e9b11\n"
      "  my-erp imported-ids | tradepost report -");
  const auto options = std::make_shared<Options>();
  options->exchange = add_exchange_options(command, Speaker::participant, retry_of_work_s);
  command
      .add_option("id", options->ids,
                  "Ids of transactions; - reads them from standard input, one per line")
      .type_name("ID…");
  add_text(command, "--from", options->file, "A file with ids, one per line", "FILE");
  auto failed = command.add_flag("--failed", options->failed, "Report them as failed");
  add_text(command, "--reason", options->reason, "The reason, for the sender", "TEXT")
      .needs(failed);
  command.add_flag("--json", options->exchange->json, "Print one line of JSON per id");
  command.callback([options, &status] { status = ended(run(*options)); });
}

}  // namespace tradepost::app
