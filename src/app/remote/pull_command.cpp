#include <fmt/format.h>
#include <poll.h>

#include <algorithm>
#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/console/commands.hpp"
#include "app/console/json_text.hpp"
#include "app/console/progress_line.hpp"
#include "app/console/saying.hpp"
#include "app/console/table_text.hpp"
#include "app/documents/transaction_text.hpp"
#include "app/session/exchange_client.hpp"
#include "base/files/whole_file.hpp"
#include "base/ground/limits.hpp"
#include "base/ids.hpp"
#include "base/text/json_writer.hpp"
#include "base/text/url_text.hpp"

namespace tradepost::app {
namespace {

namespace limits = base::limits;
using std::chrono::seconds;
using std::chrono::steady_clock;

struct Options {
  std::shared_ptr<ExchangeOptions> exchange;
  std::string type;
  std::string folder;
  std::uint32_t wait_s = 0;
  bool report = false;
};

ExitStatus print_error(const base::Error& error) {
  say(stderr, "tradepost: {}\n", error.text().str());
  return ExitStatus::failed;
}

// Returns nullopt unless both have the expected form: an exchange must not choose other names.
std::optional<std::string> file_name_of(const std::string& type, const std::string& id) {
  const bool is_kind = !type.empty() && std::ranges::all_of(type, [](char c) {
    return (c >= 'A' && c <= 'Z') || c == '_';
  });
  const auto uuid = base::Uuid::parse(id);
  if (!is_kind || !uuid) return std::nullopt;
  return fmt::format("{}-{}.json", type, uuid->to_string());
}

class Pulling {
 public:
  Pulling(const Options& options, ExchangeClient& exchange)
      : options_(options), exchange_(exchange) {}

  ExitOr<ExitStatus> run() {
    if (!options_.folder.empty()) {
      if (const auto made = base::make_folder(options_.folder); !made) {
        return std::unexpected(print_error(made.error()));
      }
    }
    TRY(walk());
    if (!options_.exchange->json) print_summary();
    return not_taken_ == 0 ? ExitStatus::good : ExitStatus::faulty;
  }

 private:
  bool is_table() const { return !options_.exchange->json && options_.folder.empty(); }

  ExitOr<void> walk() {
    const auto wait_until = steady_clock::now() + seconds(options_.wait_s);
    for (;;) {
      const auto begun = steady_clock::now();
      TRY(walk_once(stretch_of_wait(wait_until)));
      if (count_ > 0 || steady_clock::now() >= wait_until) return {};
      // Polls of an exchange that is about to end return at once, so the next poll is delayed.
      if (steady_clock::now() - begun < seconds(1)) ::poll(nullptr, 0, 1'000);
    }
  }

  // Returns the length of the next poll. An exchange waits a minute at most, so a longer wait has
  // several polls.
  static seconds stretch_of_wait(steady_clock::time_point until) {
    const auto left = std::chrono::ceil<seconds>(until - steady_clock::now());
    return std::clamp(left, seconds(0), limits::poll_wait_max);
  }

  ExitOr<void> walk_once(seconds wait) {
    PageWalk pages(exchange_, base::PathText("/v2/transactions")
                                  .add("per_page", "100")
                                  .add("filter[type]", options_.type)
                                  .str());
    pages.wait_for(wait);
    while (!pages.is_over()) {
      TRY_ASSIGN(const Reply page, pages.next());
      TRY(take(page));
      if (!options_.folder.empty()) progress_.show("pulling, documents", count_);
    }
    return {};
  }

  ExitOr<void> take(const Reply& page) {
    std::vector<std::string> written;
    std::optional<ExitStatus> failed;
    at(page.json(), "items").each([&](std::uint32_t, const document::View& item) {
      if (failed) return;
      ++count_;
      const auto bytes = bytes_of(item, page.body());
      if (!options_.folder.empty()) {
        failed = write(item, bytes, written);
      } else if (options_.exchange->json) {
        print_json(on_one_line(bytes));
      } else {
        show(item, bytes);
      }
    });
    if (failed) return std::unexpected(*failed);
    if (is_table() && count_ > 0) table_.print();
    if (!written.empty()) TRY(keep(written));
    return {};
  }

  void show(const document::View& item, std::string_view bytes) {
    table_.row({shown_time(text_at(item, "createdAt")), text_at(item, "type"),
                number_in(bytes, reader_), text_at(item, "sender.name"),
                text_at(item, exchange_.id_name())});
  }

  std::optional<ExitStatus> write(const document::View& item, std::string_view bytes,
                                  std::vector<std::string>& written) {
    const std::string id = text_at(item, exchange_.id_name());
    const auto name = file_name_of(text_at(item, "type"), id);
    if (!name) {
      say(stderr,
          "tradepost: The list has no field {}. Set --field-word to the word of the exchange.\n",
          exchange_.id_name());
      return ExitStatus::failed;
    }
    const auto done = base::write_whole(options_.folder, *name, bytes);
    if (!done) return print_error(done.error());
    if (options_.exchange->json) {
      base::JsonWriter json;
      json.begin_object().key("file").string(options_.folder + "/" + *name);
      json.key("type").string(text_at(item, "type")).key(exchange_.id_name()).string(id);
      print_json(std::move(json.end_object()).finish());
    }
    written.push_back(id);
    return std::nullopt;
  }

  // A reported document never comes again, so its file must be on the disk before.
  ExitOr<void> keep(const std::vector<std::string>& written) {
    const auto synced = base::sync_folder(options_.folder);
    if (!synced) return std::unexpected(print_error(synced.error()));
    if (!options_.report) return {};
    TRY_ASSIGN(const auto reported, exchange_.report(written, {.success = true}));
    for (const client::Reported& one : reported) {
      if (one.is_taken) continue;
      ++not_taken_;
      say(stderr, "tradepost: {} was written, but could not be reported as processed: {}\n", one.id,
          one.message);
    }
    return {};
  }

  void print_summary() const {
    if (count_ == 0) {
      say("no pending documents\n");
      return;
    }
    if (options_.folder.empty()) return;
    say("{} document{} in {}{}\n", count_, count_ == 1 ? "" : "s", options_.folder,
        options_.report && count_ > not_taken_ ? ", reported as processed" : "");
  }

  const Options& options_;
  ExchangeClient& exchange_;
  ProgressLine progress_;
  document::Reader reader_{limits::body_bytes_max};
  TableText table_{"CREATED", "TYPE", "NUMBER", "SENDER", "ID"};
  std::size_t count_ = 0;
  std::size_t not_taken_ = 0;
};

ExitOr<ExitStatus> run(const Options& options) {
  TRY_ASSIGN(auto exchange, ExchangeClient::open(*options.exchange));
  return Pulling(options, exchange).run();
}

}  // namespace

void add_pull_command(Command program, ExitStatus& status) {
  auto command = program.add_subcommand("pull", "Fetch your pending documents");
  command.footer(
      "Without --out, lists the pending documents and changes nothing. With --out, writes each\n"
      "document to DIR/TYPE-ID.json, byte for byte as the exchange has it. A file is written\n"
      "whole or not at all, and replaces an existing one. --report then marks the document as\n"
      "processed, so that it is not delivered again. If your import can fail, leave --report\n"
      "out and use `tradepost report` after the import.\n"
      "\n"
      "Examples:\n"
      "  tradepost pull\n"
      "  tradepost pull --type ORDER --out inbox --report\n"
      "  tradepost pull --wait 60 --json | my-erp import -");
  const auto options = std::make_shared<Options>();
  options->exchange = add_exchange_options(command, Speaker::participant, retry_of_work_s);
  add_word(command, "--type", options->type, "Only this kind of document", kind_words());
  auto out = add_text(command, "--out", options->folder,
                      "Write each document to a file in this folder", "DIR");
  command.add_flag("--report", options->report, "Report the written documents as processed")
      .needs(out);
  command
      .add_option("--wait", options->wait_s,
                  "If no document is pending, wait this long for the first one")
      .between(0, static_cast<long>(limits::client_wait_max.count()))
      .type_name("SECONDS");
  command.add_flag("--json", options->exchange->json, "Print one line of JSON per document");
  command.callback([options, &status] { status = ended(run(*options)); });
}

}  // namespace tradepost::app
