#include "app/demo/demo_trade.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <stop_token>
#include <utility>

#include "app/console/saying.hpp"
#include "base/tasks/thread_name.hpp"
#include "simulation/ground/moments.hpp"
#include "simulation/ground/simulated_clock.hpp"
#include "simulation/trading.hpp"

namespace tradepost::app {
namespace {

constexpr std::chrono::days first_day{1};
constexpr std::uint32_t slower_after_first_day = 10;
constexpr base::Instant no_end = std::chrono::sys_days(std::chrono::year(9000) / 1 / 1);

// The buyers place no orders at night, so a demo that starts then begins with the next morning.
base::Instant begin_of_trade(base::Instant now) {
  const base::Instant today = std::chrono::floor<std::chrono::days>(now);
  const base::Instant morning = today + std::chrono::hours(6);
  if (now < morning) return morning;
  return now < today + std::chrono::hours(20) ? now : morning + std::chrono::days(1);
}

}  // namespace

base::Result<std::unique_ptr<DemoTrade>> DemoTrade::begin(const DemoFolder& folder,
                                                          const DemoSecrets& secrets,
                                                          const std::string& url,
                                                          std::uint32_t speed) {
  File lines(std::fopen(folder.trade().c_str(), "ae"));
  if (!lines) {
    return base::refuse(base::Error(base::ErrorCode::unavailable,
                                    base::CallerText(fmt::format("Can't open {}.", folder.trade())),
                                    base::LogText(std::strerror(errno))));
  }
  std::unique_ptr<DemoTrade> trade(new DemoTrade(secrets.seed, std::move(lines), speed));
  for (std::size_t i = 0; i < demo_member_count; ++i) {
    const std::string word(demo_member(i).word);
    client::Settings settings{.url = url, .token = secrets.tokens.at(word), .proxy = ""};
    trade->threads_.emplace_back(
        [self = trade.get(), i, word, settings](const std::stop_token& stop) mutable {
          base::name_thread("trade");
          settings.stop = stop;
          self->trade(self->all_[i], word, settings);
        });
  }
  return trade;
}

DemoTrade::DemoTrade(std::uint64_t seed, File lines, std::uint32_t speed)
    : companies_(seed), speed_(speed), lines_(std::move(lines)) {}

DemoTrade::~DemoTrade() {
  for (std::jthread& one : threads_) one.request_stop();
}

void DemoTrade::trade(const simulation::Company& company, const std::string& word,
                      const client::Settings& settings) {
  const base::Instant now = begin_of_trade(base::SystemClock().now());
  auto traded = trade_until(company, word, settings, {now, speed_, now + first_day});
  if (traded && !settings.stop.stop_requested()) {
    const std::uint32_t slower = std::max(speed_ / slower_after_first_day, 1u);
    traded = trade_until(company, word, settings, {*traded, slower, no_end});
  }
  if (traded || settings.stop.stop_requested()) return;
  write(word, {.at = base::SystemClock().now(),
               .what = simulation::What::ended,
               .about = traded.error().message});
}

client::Result<base::Instant> DemoTrade::trade_until(const simulation::Company& company,
                                                     const std::string& word,
                                                     const client::Settings& settings,
                                                     const Period& period) {
  TRY_ASSIGN(auto exchange, client::Exchange::open(settings));
  simulation::SimulatedClock clock(period.begin, period.speed, std::chrono::steady_clock::now);
  simulation::Trading trading(
      company.partner, exchange, clock,
      {.until = period.end, .partners = company.partners, .stop = settings.stop},
      [&](const simulation::Happening& happening) { write(word, happening); });
  TRY(trading.run());
  return clock.now();
}

void DemoTrade::write(const std::string& word, const simulation::Happening& happening) try {
  const std::lock_guard lock(mutex_);
  say(lines_.get(), "{}  {}  {}\n", word, simulation::shown_text(happening.at),
      simulation::sentence_of(happening));
  for (const client::Fault& one : happening.findings) {
    say(lines_.get(), "{}                    {}: {}\n", word, one.path, one.message);
  }
  std::fflush(lines_.get());
} catch (const std::system_error&) {
  // The disk is full. The lines are lost, and trade continues.
}

}  // namespace tradepost::app
