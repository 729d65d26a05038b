// Kills the binary with -9 again and again while clients trade over HTTP. After each start every
// acknowledged document must exist once, with its content.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <cstdio>
#include <random>
#include <thread>
#include <vector>

#include "served/desk.hpp"
#include "tests/support/run.hpp"
#include "traders/memory.hpp"
#include "traders/workers.hpp"

namespace tradepost::serving_load {

using traders::ask_again;
using traders::compare;
using traders::found_town;
using traders::Memory;
using traders::names_of_traders;
using traders::Town;
using traders::traders_count;
using traders::Worker;

namespace {

using std::chrono::steady_clock;

constexpr std::size_t clients = 8;

class Killing : public testing::Test {
 protected:
  Killing()
      : seed_(run::seed()),
        random_(seed_),
        exchange_({.data = folder_.path() + "/network"}),
        memory_(names_of_traders(0)),
        town_{
            .members = found_town(exchange_.port(), 0), .memory = memory_, .variants = variants_} {}

  std::uint64_t below(std::uint64_t bound) { return random_() % bound; }

  void trade_and_kill(std::size_t life) {
    const std::uint64_t many = run::binary_is_slow() ? 500 : 2000;
    const std::size_t enough = memory_.answers() + 1 + below(below(2) == 0 ? 60 : many);
    const auto later = std::chrono::microseconds(below(30'000));
    std::vector<std::thread> threads;
    for (std::size_t i = 0; i < clients; ++i) {
      threads.emplace_back([&, seed = seed_ + life * clients + i, member = i % traders_count] {
        Worker(town_, exchange_.port(), member, seed).work();
      });
    }
    memory_.wait_for_answers(enough);
    // The thread does not sleep, so the moment of the kill does not depend on the scheduler.
    const auto until = steady_clock::now() + later;
    while (steady_clock::now() < until) continue;
    exchange_.kill();
    for (std::thread& thread : threads) thread.join();
  }

  served::ScratchFolder folder_;
  const std::uint64_t seed_;
  std::mt19937_64 random_;
  served::ServedExchange exchange_;
  Memory memory_;
  std::atomic<int> variants_ = 0;
  Town town_;
  std::size_t repeats_ = 0;
};

// Covers contract 4.8 and 4.10.
TEST_F(Killing, a_killed_exchange_has_all_that_it_answered) {
  const std::size_t lives = run::is_long() ? 50 : 10;
  for (std::size_t life = 0; life < lives && !HasFailure(); ++life) {
    SCOPED_TRACE(fmt::format("seed {}, life {}", seed_, life));
    trade_and_kill(life);
    exchange_.begin();
    compare(exchange_.port(), town_);
    repeats_ += ask_again(exchange_.port(), town_);
  }
  compare(exchange_.port(), town_);
  EXPECT_GT(memory_.documents(), lives);
  EXPECT_EQ(exchange_.end(), 0);
  const auto checked = served::Desk().tradepost(fmt::format("check '{}/network'", folder_.path()));
  EXPECT_EQ(checked.exit_code, 0) << checked.out << checked.err;
  std::printf(
      "%zu lives, %zu answers: %zu documents, %zu reported on; %zu sent and not answered, of which "
      "%zu were kept and %zu sent again\n",
      lives, memory_.answers(), memory_.documents(), memory_.reports(), memory_.unanswered(),
      memory_.unanswered_kept(), repeats_);
}

}  // namespace
}  // namespace tradepost::serving_load
