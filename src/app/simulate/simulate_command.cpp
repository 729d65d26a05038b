#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/console/commands.hpp"
#include "app/console/json_text.hpp"
#include "app/console/saying.hpp"
#include "app/session/exchange_client.hpp"
#include "base/clock.hpp"
#include "base/text/decimal.hpp"
#include "gs1/identifiers.hpp"
#include "simulation/buyer.hpp"
#include "simulation/ground/moments.hpp"
#include "simulation/supplier.hpp"
#include "simulation/trading.hpp"

namespace tradepost::app {
namespace {

struct Options {
  std::shared_ptr<ExchangeOptions> exchange;
  simulation::Habits habits;
  std::vector<std::string> partners;
  std::vector<std::string> articles;
  std::string clock;
  std::string until;
  std::uint32_t speed = 1;
  std::uint32_t patience_s = 5;
  bool is_buyer = false;
  bool is_fast = false;
  bool takes_live = false;
};

// Dates derived from these limits still have years of four digits.
constexpr base::Instant first_moment = std::chrono::sys_days(std::chrono::year(1971) / 1 / 1);
constexpr base::Instant last_moment = std::chrono::sys_days(std::chrono::year(9000) / 1 / 1);

// Returns nullopt if the option is not given.
ExitOr<std::optional<base::Instant>> moment(const std::string& option, const std::string& text) {
  if (text.empty()) return std::nullopt;
  const auto instant = simulation::instant_in(text);
  if (instant && *instant >= first_moment && *instant < last_moment) return instant;
  return std::unexpected(
      print_usage_error(fmt::format("{}: \"{}\" is not a date and time of the years 1971 to 8999. "
                                    "Use 2026-03-02 or 2026-03-02T08:00:00Z.",
                                    option, text)));
}

ExitOr<void> check_flow(const Options& options) {
  TRY_ASSIGN(const auto token, token_of(*options.exchange));
  if (!token.starts_with("tp_live_") || options.takes_live) return {};
  return std::unexpected(print_usage_error(
      "This token is for the LIVE flow, in which documents are real. Use a TEST token\n(tradepost "
      "token create --flow TEST), or --live if the whole network is a trial."));
}

// Removes the first part of `words`, up to a colon, and returns it.
std::string_view cut_part(std::string_view& words) {
  const auto part = words.substr(0, words.find(':'));
  words.remove_prefix(std::min(part.size() + 1, words.size()));
  return part;
}

bool is_price(std::string_view text) {
  const auto price = base::Decimal::parse(text);
  return price && !price->is_negative();
}

// Parses GTIN, GTIN:PRICE or GTIN:PRICE:UNIT. The articles point into the words.
ExitOr<std::vector<simulation::Article>> articles_of(const std::vector<std::string>& words) {
  const auto own = simulation::own_range();
  if (words.empty()) return std::vector<simulation::Article>(own.begin(), own.end());
  std::vector<simulation::Article> articles;
  for (std::string_view left : words) {
    const std::string_view whole = left;
    simulation::Article article{.gtin = cut_part(left), .unit = "EA"};
    article.price = cut_part(left);
    if (!left.empty()) article.unit = left;
    if (!gs1::Gtin::parse(article.gtin) || !(article.price.empty() || is_price(article.price))) {
      return std::unexpected(print_usage_error(
          fmt::format("--article {}: use a GTIN with its check digit and, optionally, a price and "
                      "a unit, such as 9521001010016:12.90:CS.",
                      whole)));
    }
    articles.push_back(article);
  }
  return articles;
}

// Returns the participant of the token.
ExitOr<simulation::Party> self_of(ExchangeClient& exchange) {
  TRY_ASSIGN(const Reply profile, exchange.want({.path = "/v2/profile"}));
  simulation::Party self{.name = profile.text("data.name")};
  self.identifiers = simulation::identifiers_in(at(profile.json(), "data.identifiers"));
  if (!self.identifiers.empty()) return self;
  return std::unexpected(
      print_usage_error("Your participant has no identifier. Documents need one to name it."));
}

void show(const Options& options, const simulation::Happening& happening) {
  if (options.exchange->json) {
    print_json(simulation::json_of(happening));
  } else {
    say("{}  {}\n", simulation::shown_text(happening.at), simulation::sentence_of(happening));
    for (const client::Fault& one : happening.findings) {
      say("                  {}: {}\n", one.path, one.message);
    }
  }
  std::fflush(stdout);
}

ExitOr<ExitStatus> trade(const Options& options, const simulation::Partner& partner,
                         simulation::SimulatedClock& clock,
                         simulation::TradingOptions trading_options) {
  TRY_ASSIGN(auto exchange, open_exchange(*options.exchange));
  simulation::Trading trading(
      partner, exchange, clock, std::move(trading_options),
      [&](const simulation::Happening& happening) { show(options, happening); });
  const auto done = trading.run();
  if (!done) {
    say(stderr, "tradepost: {}\n", done.error().message);
    return ExitStatus::failed;
  }
  return trading.refused() == 0 ? ExitStatus::good : ExitStatus::faulty;
}

ExitOr<ExitStatus> run(const Options& options) {
  TRY_ASSIGN(const auto clock_set, moment("--clock", options.clock));
  TRY_ASSIGN(const auto until, moment("--until", options.until));
  if (options.is_fast && !until) {
    return std::unexpected(print_usage_error("--fast requires --until."));
  }
  TRY(check_flow(options));
  TRY_ASSIGN(auto asking, ExchangeClient::open(*options.exchange));
  TRY_ASSIGN(const auto self, self_of(asking));

  simulation::TradingOptions trading{.until = until.value_or(last_moment),
                                     .patience = std::chrono::seconds(options.patience_s)};
  for (const std::string& one : options.partners) {
    trading.partners.push_back({.identifiers = {simulation::identifier_of(one)}});
  }
  simulation::SimulatedClock clock(clock_set.value_or(base::SystemClock().now()),
                                   options.is_fast ? 0 : options.speed,
                                   std::chrono::steady_clock::now);
  if (options.is_buyer) {
    TRY_ASSIGN(const auto articles, articles_of(options.articles));
    const simulation::Buyer buyer(self, trading.partners, options.habits, articles);
    return trade(options, buyer, clock, trading);
  }
  const simulation::Supplier supplier(self, options.habits);
  return trade(options, supplier, clock, trading);
}

void add_habits(Command command, Options& options) {
  simulation::Habits& habits = options.habits;
  const auto add = [&](const std::string& name, std::uint32_t& value, const std::string& meaning) {
    command.add_option(name, value, meaning)
        .between(0, 100)
        .capture_default_str()
        .type_name("PERCENT")
        .group("Habits");
  };
  const bool buys = options.is_buyer;
  if (buys) {
    command.add_option("--orders-a-day", habits.orders_a_day, "Orders per simulated day")
        .between(0, 200)
        .capture_default_str()
        .type_name("N")
        .group("Habits");
  }
  add("--late", habits.late, buys ? "Invoices that are paid late" : "Deliveries that are late");
  add("--partial", habits.partial,
      buys ? "Deliveries with a broken piece" : "Orders that are confirmed in part");
  add("--rejected", habits.rejected,
      buys ? "Deliveries that are refused" : "Orders that are rejected");
  add("--twice", habits.twice, "Documents that are sent twice");
  add("--new-version", habits.new_version,
      buys ? "Orders that are changed" : "Orders whose confirmation is changed");
  add("--faulty", habits.faulty,
      buys ? "Orders that are first sent with a fault"
           : "Invoices with a fault, corrected after the failure");
}

constexpr const char* help_text =
    "A simulated trading partner for tests of your own system. It acts as the participant of\n"
    "the token. Its only memory is the history of the exchange, so you can kill and restart\n"
    "it at any time. In TEST, the end of a document's number triggers rejections, failures\n"
    "and more, as in 4711-REJECT: docs/guides/simulation.md lists the triggers.\n"
    "\n"
    "Examples:\n"
    "  tradepost simulate supplier --token-file supplier --speed 3600\n"
    "  tradepost simulate buyer --token-file buyer --partner 9521001000000 --seed 7 \\\n"
    "    --clock 2026-03-02 --until 2026-03-13 --fast";

void add_role(Command simulate, ExitStatus& status, bool is_buyer) {
  auto command = simulate.add_subcommand(
      is_buyer ? "buyer" : "supplier",
      is_buyer ? "Send orders, receive deliveries, check invoices and pay them"
               : "Answer orders with order responses, shipping notices and invoices");
  command.footer(help_text);
  const auto options = std::make_shared<Options>();
  options->is_buyer = is_buyer;
  options->exchange = add_exchange_options(command, Speaker::participant, retry_of_work_s);
  auto partner =
      command
          .add_option("--partner", options->partners,
                      is_buyer
                          ? "The GLN of a supplier to order from; repeatable"
                          : "The GLN of a buyer whose documents are answered; repeatable (all)")
          .takes_one_at_a_time()
          .type_name("GLN");
  if (is_buyer) {
    partner.required();
    command
        .add_option("--article", options->articles,
                    "An article to order; repeatable (the articles of examples/)")
        .takes_one_at_a_time()
        .type_name("GTIN[:PRICE[:UNIT]]");
  }
  command
      .add_option("--seed", options->habits.seed,
                  "The seed of random decisions; the same seed repeats a run")
      .capture_default_str()
      .type_name("N");
  add_text(command, "--clock", options->clock, "The simulated time of the start (now)", "TIME");
  add_text(command, "--until", options->until, "The simulated time of the end (none)", "TIME");
  command.add_option("--speed", options->speed, "Simulated seconds per second")
      .between(1, 1'000'000)
      .capture_default_str()
      .type_name("N");
  command
      .add_flag("--fast", options->is_fast,
                "Jump from one event to the next without waiting; requires --until")
      .excludes("--speed");
  command
      .add_option("--patience", options->patience_s,
                  "With --fast: how long to wait for reports and documents of partners")
      .between(0, 3'600)
      .capture_default_str()
      .type_name("SECONDS");
  command.add_flag("--live", options->takes_live, "Allow a token of the LIVE flow");
  command.add_flag("--json", options->exchange->json, "Print one line of JSON per event");
  add_habits(command, *options);
  command.callback([options, &status] { status = ended(run(*options)); });
}

}  // namespace

void add_simulate_command(Command program, ExitStatus& status) {
  auto command =
      program.add_subcommand("simulate", "Simulate a buyer or a supplier in the TEST flow");
  command.require_subcommand();
  command.footer(help_text);
  add_role(command, status, true);
  add_role(command, status, false);
}

}  // namespace tradepost::app
