// Three nodes on one database are killed with -9 at random while clients trade over all of them:
// what any of them answered is there, once, and as it was answered.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <random>
#include <thread>
#include <vector>

#include "on_postgres/nodes.hpp"
#include "polling.hpp"
#include "serving_load/memory.hpp"
#include "serving_load/plan.hpp"
#include "serving_load/workers.hpp"

namespace tradepost::serving_load {
namespace {

using std::chrono::steady_clock;

constexpr std::size_t nodes_count = 3;

class KillingNodes : public testing::Test {
 protected:
  KillingNodes()
      : seed_(seed_of_environment()),
        random_(seed_),
        nodes_(nodes_count),
        memory_({"Kunde", "Kundin", "Lieferant", "Lieferantin"}),
        town_{.members = found_town(nodes_.port(0)),
              .memory = memory_,
              .variants = variants_,
              .may_be_busy = true} {
    for (const served::Member& member : town_.members) nodes_.wait_until_all_know(member);
  }

  std::uint64_t below(std::uint64_t bound) { return random_() % bound; }

  // A client of each member.
  void begin_clients(std::size_t node) {
    for (std::size_t member = 0; member < traders.size(); ++member) {
      clients_[node].emplace_back([this, port = nodes_.port(node), member, seed = random_()] {
        Worker(town_, port, member, seed).work();
      });
    }
  }

  void kill(std::size_t node) {
    nodes_.at(node).kill();
    for (std::thread& client : clients_[node]) client.join();
    clients_[node].clear();
  }

  void trade_and_kill() {
    for (std::size_t node = 0; node < nodes_count; ++node) begin_clients(node);
    const auto kills = 1 + below(4);
    for (std::uint64_t i = 0; i < kills && !HasFailure(); ++i) {
      memory_.wait_for_answers(memory_.answers() + 1 + below(is_long() ? 600 : 100));
      const std::size_t node = below(nodes_count);
      kill(node);  // the others serve on
      nodes_.at(node).begin();
      begin_clients(node);
    }
    memory_.wait_for_answers(memory_.answers() + 1 + below(60));
    for (std::size_t node = 0; node < nodes_count; ++node) kill(node);
    wait_for_sessions_to_end();
    for (std::size_t node = 0; node < nodes_count; ++node) nodes_.at(node).begin();
  }

  // A COMMIT that a killed node sent is still carried out.
  void wait_for_sessions_to_end() {
    const std::string sql = fmt::format(
        "SELECT count(*) FROM pg_stat_activity WHERE datname = '{}'", nodes_.database());
    const auto deadline = steady_clock::now() + std::chrono::seconds(30);
    while (served::server().rows(sql) != std::vector<std::string>{"0"}) {
      ASSERT_LT(steady_clock::now(), deadline);
      pause_between_looks();
    }
  }

  const std::uint64_t seed_;
  std::mt19937_64 random_;
  on_postgres::Nodes nodes_;
  Memory memory_;
  std::atomic<int> variants_ = 0;
  Town town_;
  std::array<std::vector<std::thread>, nodes_count> clients_;
};

TEST_F(KillingNodes, what_any_of_them_answered_is_there_once) {
  const std::size_t answers = is_long() ? 100'000 : 600;
  std::size_t lives = 0;
  std::size_t repeats = 0;
  while (memory_.answers() < answers && !HasFailure()) {
    SCOPED_TRACE(fmt::format("seed {}, life {}", seed_, lives));
    trade_and_kill();
    for (std::size_t node = 0; node < nodes_count; ++node) compare(nodes_.port(node), town_);
    repeats += ask_again(nodes_.port(below(nodes_count)), town_);
    ++lives;
  }
  compare(nodes_.port(0), town_);
  EXPECT_GT(memory_.documents(), lives);
  std::printf(
      "%zu lives, %zu answers: %zu documents, %zu reported on; %zu sent and not answered, of which "
      "%zu were kept and %zu told again\n",
      lives, memory_.answers(), memory_.documents(), memory_.reports(), memory_.unanswered(),
      memory_.unanswered_kept(), repeats);
}

}  // namespace
}  // namespace tradepost::serving_load
