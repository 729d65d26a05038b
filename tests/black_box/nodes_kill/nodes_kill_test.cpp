// Kills three nodes of one database with -9 at random while clients trade over all of them. Every
// acknowledged document must exist once, with its content.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <memory>
#include <random>
#include <thread>
#include <vector>

#include "nodes/nodes.hpp"
#include "polling.hpp"
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

constexpr std::size_t nodes_count = 3;

// Four members that trade only with each other, and the answers that they got. Every life ends with
// a list of all their documents. With 100,000 operations in one town, the lists would take longer
// than the trade.
struct TownOfNodes {
  TownOfNodes(on_postgres::Nodes& nodes, std::size_t number)
      : memory(names_of_traders(number)),
        town{.number = number,
             .members = found_town(nodes.port(0), number),
             .memory = memory,
             .variants = variants,
             .may_be_busy = true,
             .numbers_count = 12} {
    for (const served::Member& member : town.members) nodes.wait_until_all_know(member);
  }

  Memory memory;
  std::atomic<int> variants = 0;
  Town town;
};

class KillingNodes : public testing::Test {
 protected:
  KillingNodes() : seed_(run::seed()), random_(seed_), nodes_(nodes_count) {}

  std::uint64_t below(std::uint64_t bound) { return random_() % bound; }

  void found_next_town() { towns_.push_back(std::make_unique<TownOfNodes>(nodes_, towns_.size())); }
  Town& town() { return towns_.back()->town; }
  Memory& memory() { return towns_.back()->memory; }

  // Starts a client of each member.
  void begin_clients(std::size_t node) {
    for (std::size_t member = 0; member < traders_count; ++member) {
      clients_[node].emplace_back([this, port = nodes_.port(node), member, seed = random_()] {
        Worker(town(), port, member, seed).work();
      });
    }
  }

  void kill(std::size_t node) {
    nodes_.at(node).kill();
    ++kills_;
    for (std::thread& client : clients_[node]) client.join();
    clients_[node].clear();
  }

  void trade_and_kill() {
    for (std::size_t node = 0; node < nodes_count; ++node) begin_clients(node);
    const auto kills = 1 + below(4);
    for (std::uint64_t i = 0; i < kills && !HasFailure(); ++i) {
      memory().wait_for_answers(memory().answers() + 1 + below(run::is_long() ? 600 : 100));
      const std::size_t node = below(nodes_count);
      kill(node);  // the other nodes continue
      nodes_.at(node).begin();
      begin_clients(node);
    }
    memory().wait_for_answers(memory().answers() + 1 + below(60));
    for (std::size_t node = 0; node < nodes_count; ++node) kill(node);
    wait_for_sessions_to_end();
    for (std::size_t node = 0; node < nodes_count; ++node) nodes_.at(node).begin();
  }

  // The server still executes a COMMIT that a killed node sent.
  void wait_for_sessions_to_end() {
    const std::string sql = fmt::format(
        "SELECT count(*) FROM pg_stat_activity WHERE datname = '{}'", nodes_.database());
    const auto deadline = steady_clock::now() + std::chrono::seconds(30);
    while (served::server().rows(sql) != std::vector<std::string>{"0"}) {
      ASSERT_LT(steady_clock::now(), deadline);
      pause_between_looks();
    }
  }

  void live_once() {
    SCOPED_TRACE(fmt::format("seed {}, town {}, life {}", seed_, town().number, lives_));
    trade_and_kill();
    for (std::size_t node = 0; node < nodes_count; ++node) compare(nodes_.port(node), town());
    repeats_ += ask_again(nodes_.port(below(nodes_count)), town());
    ++lives_;
  }

  // Compares every town, also the towns that stopped trading earlier.
  void compare_all() {
    for (const auto& each : towns_) {
      SCOPED_TRACE(fmt::format("seed {}, town {} at the end", seed_, each->town.number));
      for (std::size_t node = 0; node < nodes_count; ++node) compare(nodes_.port(node), each->town);
    }
  }

  std::size_t sum(auto of) const {
    std::size_t count = 0;
    for (const auto& each : towns_) count += of(each->memory);
    return count;
  }

  void say_what_happened() const {
    std::printf(
        "%zu towns, %zu lives, %zu kills; %zu operations acknowledged of %zu answers: %zu "
        "documents, %zu reported on; %zu sent and not answered, of which %zu were kept and %zu "
        "told again\n",
        towns_.size(), lives_, kills_, sum([](Memory& memory) { return memory.acknowledged(); }),
        sum([](Memory& memory) { return memory.answers(); }),
        sum([](const Memory& memory) { return memory.documents(); }),
        sum([](const Memory& memory) { return memory.reports(); }),
        sum([](const Memory& memory) { return memory.unanswered(); }),
        sum([](const Memory& memory) { return memory.unanswered_kept(); }), repeats_);
    std::fflush(stdout);
  }

  const std::uint64_t seed_;
  std::mt19937_64 random_;
  on_postgres::Nodes nodes_;
  std::vector<std::unique_ptr<TownOfNodes>> towns_;
  std::array<std::vector<std::thread>, nodes_count> clients_;
  std::size_t lives_ = 0;
  std::size_t kills_ = 0;
  std::size_t repeats_ = 0;
};

// Covers contract 4.8.
TEST_F(KillingNodes, each_acknowledged_document_exists_once) {
  const std::size_t towns = run::is_long() ? 10 : 2;
  const std::size_t operations_of_town = run::is_long() ? 10'000 : 300;
  while (towns_.size() < towns && !HasFailure()) {
    found_next_town();
    while (memory().acknowledged() < operations_of_town && !HasFailure()) live_once();
    if (run::is_long()) say_what_happened();
  }
  compare_all();
  for (const auto& each : towns_) EXPECT_GT(each->memory.documents(), operations_of_town / 10);
  say_what_happened();
}

}  // namespace
}  // namespace tradepost::serving_load
