#include "agent_kill/kill_run.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <poll.h>

#include <atomic>
#include <chrono>
#include <cstdlib>
#include <iostream>
#include <random>
#include <thread>

#include "agent_kill/bridged.hpp"
#include "agent_kill/outcome.hpp"
#include "polling.hpp"
#include "served/json.hpp"
#include "tests/support/run.hpp"

namespace tradepost::agent_kill_tests {
namespace {

using std::chrono::steady_clock;

struct Sending {
  std::string number;
  int version;
};

std::string number_of(std::size_t i) {
  const char first = i % 10 == 3   ? letter::refused
                     : i % 10 == 7 ? letter::late
                     : i % 50 == 5 ? letter::slow
                                   : letter::usual;
  return fmt::format("{}-{}", first, i);
}

// Returns the documents in the order of sending. Every fourth number has a second version, which
// follows the first at once, or when the recipient has probably taken the first.
std::vector<Sending> sendings(std::size_t count) {
  constexpr std::size_t later = 60;
  std::vector<Sending> all;
  for (std::size_t i = 0; all.size() < count; ++i) {
    all.push_back({.number = number_of(i), .version = 1});
    if (i % 8 == 7) all.push_back({.number = number_of(i), .version = 2});
    if (i >= later && (i - later) % 8 == 3) {
      all.push_back({.number = number_of(i - later), .version = 2});
    }
    if (i % 40 == 7) all.push_back({.number = number_of(i), .version = 3});
  }
  all.resize(count);
  return all;
}

class KillRun {
 public:
  KillRun(OwnSystem& system, std::uint64_t seed)
      : system_(system), random_(seed), bridged_("attempts = 1000\n" + system.settings()) {}

  void run() {
    const auto began = steady_clock::now();
    bridged_.begin_agent();
    {
      const std::jthread recipient([this](const std::stop_token& stop) {
        while (!stop.stop_requested()) {
          system_.take_some();
          ::poll(nullptr, 0, 20);
        }
      });
      send_and_kill();
      bridged_.expect_all_settled(settled_within());
    }
    const std::string status = bridged_.status();
    EXPECT_EQ(bridged_.end_agent(), 0);
    expect_outcome(bridged_, system_, sent_, status);
    system_.expect_well(bridged_.desk, kills_of_agent_);
    const std::chrono::duration<double> took = steady_clock::now() - began;
    std::cout << fmt::format(
        "{} documents, {} kills of the agent, {} of them with documents pending, {} of the "
        "exchange, {:.1f} s\n",
        sent_.number_of.size(), kills_of_agent_, kills_in_work_, kills_of_exchange_, took.count());
  }

 private:
  std::chrono::seconds settled_within() const {
    constexpr std::chrono::seconds usual{60};
    const int slowness = run::binary_is_slow() ? 4 : 1;
    return usual * slowness * (run::is_long() ? 10 : 1);
  }

  void send_and_kill() {
    const std::size_t count = run::is_long() ? 20'000 : 500;
    const std::size_t burst_mean = run::is_long() ? 50 : 25;
    const auto all = sendings(count);
    std::size_t burst_end = 0;
    for (std::size_t i = 0; i < all.size(); ++i) {
      if (i == burst_end) burst_end += 1 + random_() % (2 * burst_mean);
      const Sending& one = all[i];
      if (i % 10 == 0) expect_backlog_small();
      sent_.add(one.number, bridged_.send(one.number, one.version));
      if (i == all.size() / 2) system_.crash();
      if (i + 1 == burst_end) kill_something();
    }
  }

  // Waits until the backlog is small. Otherwise the kills would end long before the work does.
  void expect_backlog_small() {
    EXPECT_TRUE(is_soon(
        [this] {
          const auto page = bridged_.supplier.pending({.per_page = 100});
          return page && !page->has_more;
        },
        settled_within()))
        << "the agent does not take what is pending";
  }

  // The moment is random: during a start, during work, or after it.
  void kill_something() {
    ::poll(nullptr, 0, static_cast<int>(random_() % (random_() % 2 == 0 ? 5 : 50)));
    const auto which = random_() % 10;
    const bool kills_agent = which < 6;
    const bool kills_exchange = which >= 5;
    if (kills_exchange) {
      bridged_.trade.exchange().kill();
      ++kills_of_exchange_;
    }
    if (kills_agent) {
      bridged_.kill_agent();
      ++kills_of_agent_;
    }
    if (kills_exchange) {
      if (random_() % 2 == 0) ::poll(nullptr, 0, static_cast<int>(random_() % 100));
      bridged_.trade.exchange().begin();
    }
    if (kills_agent) {
      if (bridged_.is_any_pending()) ++kills_in_work_;
      bridged_.begin_agent();
    }
  }

  OwnSystem& system_;
  std::mt19937_64 random_;
  Bridged bridged_;
  Sent sent_;
  int kills_of_agent_ = 0;
  int kills_in_work_ = 0;
  int kills_of_exchange_ = 0;
};

}  // namespace

void expect_once_despite_kills(OwnSystem& system) {
  const std::uint64_t seed = run::seed();
  const testing::ScopedTrace trace(__FILE__, __LINE__, fmt::format("seed {}", seed));
  KillRun(system, seed).run();
}

}  // namespace tradepost::agent_kill_tests
