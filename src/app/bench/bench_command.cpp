#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "app/bench/bench_load.hpp"
#include "app/bench/bench_network.hpp"
#include "app/bench/bench_rounds.hpp"
#include "app/console/commands.hpp"
#include "app/console/saying.hpp"
#include "app/console/table_text.hpp"
#include "app/session/exchange_client.hpp"
#include "base/clock.hpp"
#include "base/text/json_writer.hpp"

namespace tradepost::app {
namespace {

using std::chrono::microseconds;
using std::chrono::nanoseconds;

constexpr std::uint32_t quick_connections = 8;

struct Options {
  std::shared_ptr<ExchangeOptions> exchange;
  std::uint32_t connections = 64;
  std::uint32_t seconds = 5;
  std::uint64_t rate = 0;  // 0: half of the measured rate
  std::uint32_t bytes = 3'000;
  bool quick = false;
};

// Measurements of one operation: at full throughput, and at a fixed rate.
struct Row {
  std::string_view what;
  Measured possible = {};
  std::uint64_t rate = 0;
  Measured paced = {};

  std::uint64_t failed() const {
    return possible.refused + possible.lost + paced.refused + paced.lost;
  }
};

std::string shown(nanoseconds time) {
  const double us = std::chrono::duration<double, std::micro>(time).count();
  if (us < 1'000) return fmt::format("{:.0f} us", us);
  if (us < 100'000) return fmt::format("{:.1f} ms", us / 1'000);
  return fmt::format("{:.0f} ms", us / 1'000);
}

void write(base::JsonWriter& json, std::string_view name, const Measured& measured) {
  const auto in_us = [](nanoseconds time) {
    return std::chrono::duration_cast<microseconds>(time).count();
  };
  json.key(name).begin_object();
  json.key("perSecond").integer(static_cast<std::uint64_t>(measured.per_second()));
  json.key("good").integer(measured.good).key("refused").integer(measured.refused);
  json.key("lost").integer(measured.lost);
  json.key("p50Us").integer(in_us(measured.latencies.within(5'000)));
  json.key("p90Us").integer(in_us(measured.latencies.within(9'000)));
  json.key("p99Us").integer(in_us(measured.latencies.within(9'900)));
  json.key("p999Us").integer(in_us(measured.latencies.within(9'990)));
  json.key("longestUs").integer(in_us(measured.latencies.longest())).end_object();
}

class Bench {
 public:
  Bench(const Options& options, ExchangeClient& by_operator)
      : options_(options), by_operator_(by_operator) {}

  ExitOr<ExitStatus> run() {
    const std::size_t pairs = options_.connections / 2;
    TRY_ASSIGN(network_, BenchNetwork::prepare(by_operator_, pairs));
    const auto opened = open_clients(pairs);
    const auto loaded = opened ? load() : ExitOr<ExitStatus>(std::unexpected(opened.error()));
    // Revokes the tokens also after a failure, so that no unknown token stays valid.
    TRY(network_->leave(by_operator_));
    return loaded;
  }

 private:
  ExitOr<void> open_clients(std::size_t pairs) {
    for (std::uint32_t i = 0; i < 2 * pairs; ++i) {
      const BenchPair& pair = network_->pairs()[i % pairs];
      TRY_ASSIGN(auto buyer, exchange(pair.buyer_token));
      TRY_ASSIGN(auto seller, exchange(pair.seller_token));
      clients_.push_back(std::make_unique<BenchClient>(pair, std::move(buyer), std::move(seller),
                                                       by_operator_.id_name(),
                                                       fmt::format("{}-{}-", begun_, i)));
    }
    return {};
  }

  ExitOr<client::Exchange> exchange(const std::string& token) const {
    ExchangeOptions options = *options_.exchange;
    options.token = token;
    options.retry_for_s = 0;
    return open_exchange(options);
  }

  ExitOr<ExitStatus> load() {
    print_head();
    add("send", [this](std::size_t at, BenchTime) { return clients_[at]->send(options_.bytes); });
    add("page of 25", [this](std::size_t at, BenchTime) { return clients_[at]->page(); });
    add_reports();
    TRY(report_all());
    add_round_trips();
    TRY(report_all());
    return print_end();
  }

  Pace pace(std::uint64_t rate = 0) const {
    return {.time = std::chrono::seconds(options_.seconds), .requests_per_second = rate};
  }
  std::uint64_t rate_after(const Measured& possible) const {
    if (options_.rate > 0) return options_.rate;
    return std::max<std::uint64_t>(static_cast<std::uint64_t>(possible.per_second() / 2), 1);
  }

  void add(std::string_view what, const TrialOf& trial) {
    Row row{.what = what, .possible = drive(clients_.size(), pace(), trial)};
    row.rate = rate_after(row.possible);
    row.paced = drive(clients_.size(), pace(row.rate), trial);
    print_row(row);
  }

  // Each of the two measurements gets half of the sent documents.
  void add_reports() {
    std::vector<std::size_t> halves;
    for (const auto& client : clients_) halves.push_back(client->unreported() / 2);
    Row row{.what = "report",
            .possible = drive(clients_.size(), pace(), [&](std::size_t at, BenchTime) {
              const bool is_half_done = clients_[at]->unreported() <= halves[at];
              return is_half_done ? Trial{.became = Trial::Became::nothing_to_do}
                                  : clients_[at]->report();
            })};
    row.rate = rate_after(row.possible);
    row.paced = drive(clients_.size(), pace(row.rate),
                      [&](std::size_t at, BenchTime) { return clients_[at]->report(); });
    print_row(row);
  }

  void add_round_trips() {
    const std::span<const std::unique_ptr<BenchClient>> all(clients_);
    RoundTrips trips(all.first(all.size() / 2), all.last(all.size() / 2), options_.bytes);
    Row row{.what = "send to poll", .possible = trips.run(pace())};
    row.rate = rate_after(row.possible);
    row.paced = trips.run(pace(row.rate));
    print_row(row);
  }

  ExitOr<void> report_all() {
    for (const auto& client : clients_) {
      if (client->report_all().became == Trial::Became::good) continue;
      say(stderr, "tradepost: Some documents could not be reported. They stay pending.\n");
      return std::unexpected(ExitStatus::failed);
    }
    return {};
  }

  void print_head() {
    if (options_.exchange->json) return;
    say("{} connections, {} pairs of participants, orders of {} bytes, {} s each. /S: "
        "maximum\nthroughput. RATE: a fixed rate, with latencies from the time at which a request "
        "was due.\n"
        "\n",
        clients_.size(), network_->pairs().size(), options_.bytes, options_.seconds);
  }

  void print_row(const Row& row) {
    failed_ += row.failed();
    if (options_.exchange->json) {
      base::JsonWriter json;
      json.begin_object().key("what").string(row.what);
      json.key("connections").integer(clients_.size()).key("bytes").integer(options_.bytes);
      write(json, "possible", row.possible);
      json.key("rate").integer(row.rate);
      write(json, "paced", row.paced);
      print_json(std::move(json.end_object()).finish());
    } else {
      const Latencies& times = row.paced.latencies;
      table_.row({std::string(row.what), fmt::format("{:.0f}", row.possible.per_second()),
                  std::to_string(row.rate), shown(times.within(5'000)), shown(times.within(9'000)),
                  shown(times.within(9'900)), shown(times.within(9'990)), shown(times.longest()),
                  std::to_string(row.failed())});
      table_.print();
    }
    std::fflush(stdout);
  }

  ExitStatus print_end() const {
    if (!options_.exchange->json) {
      say("\nThe sent documents were reported and stay in the history of TEST. The "
          "participants\n\"tradepost bench …\" stay for the next run. Their tokens are revoked.\n");
    }
    return failed_ == 0 ? ExitStatus::good : ExitStatus::faulty;
  }

  const Options& options_;
  ExchangeClient& by_operator_;
  // Part of the document numbers, so that each run sends new documents.
  const std::int64_t begun_ = base::epoch_ms(base::SystemClock().now());
  std::optional<BenchNetwork> network_;
  std::vector<std::unique_ptr<BenchClient>> clients_;
  // Columns have their final width, because each row is printed when it is measured.
  TableText table_{"WHAT        ", "/S    ",  "RATE  ",  "P50    ", "P90    ",
                   "P99    ",      "P99.9  ", "LONGEST", "FAILED"};
  std::uint64_t failed_ = 0;
};

ExitOr<ExitStatus> bench(const Options& options) {
  TRY_ASSIGN(auto by_operator, ExchangeClient::open(*options.exchange));
  return Bench(options, by_operator).run();
}

}  // namespace

void add_bench_command(Command program, ExitStatus& status) {
  auto command = program.add_subcommand("bench", "Load a running exchange and measure it");
  command.footer(
      "Creates participants (tradepost bench 1 BUYER, tradepost bench 1 SELLER and so on) that\n"
      "trade in the TEST flow only, and reuses them in the next run. LIVE data is not touched.\n"
      "Four things are measured: sends, pages of 25, reports, and the latency from a send to a\n"
      "waiting poll. Each is measured at full throughput (/S) and at a fixed rate (RATE). At a\n"
      "fixed rate, latency counts from the time at which a request was due. The documents stay\n"
      "in the history, reported as processed. If you interrupt a run, its unreported documents\n"
      "stay pending, and its tokens expire within two days.\n"
      "\n"
      "The load generator uses processor time, too. If it runs on the machine of the exchange,\n"
      "the results are too low. Exit codes: 0 measured, 1 the exchange refused or lost requests\n"
      "(429 with --requests-per-second), 3 the bench failed.\n"
      "\n"
      "Examples:\n"
      "  tradepost bench --quick\n"
      "  tradepost bench --url https://trade.example.org --token-file operator-token --rate 500");
  const auto options = std::make_shared<Options>();
  options->exchange = add_exchange_options(command, Speaker::administrator, retry_of_question_s);
  auto connections = command
                         .add_option("--connections", options->connections,
                                     "Number of connections and of participants; an even number")
                         .between(2, 1'000)
                         .capture_default_str()
                         .type_name("N");
  auto seconds =
      command
          .add_option("--seconds", options->seconds, "Duration of each of the eight measurements")
          .between(1, 3'600)
          .capture_default_str()
          .type_name("S");
  command.add_option("--rate", options->rate, "Requests per second (half of the measured maximum)")
      .between(1, 1'000'000)
      .type_name("N");
  command.add_option("--bytes", options->bytes, "Size of a document")
      .between(500, 1'000'000)
      .capture_default_str()
      .type_name("N");
  command
      .add_flag("--quick", options->quick, "Use eight connections, and one second per measurement")
      .excludes(connections)
      .excludes(seconds);
  command.add_flag("--json", options->exchange->json, "Print one line of JSON per row");
  command.callback([options, &status] {
    if (options->quick) {
      options->connections = quick_connections;
      options->seconds = 1;
    }
    options->connections -= options->connections % 2;
    status = ended(bench(*options));
  });
}

}  // namespace tradepost::app
