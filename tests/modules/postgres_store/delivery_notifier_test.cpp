// Waits at one node for documents that another node accepts. The nodes here do not poll.

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>

#include "base/tasks/manual_executor.hpp"
#include "polling.hpp"
#include "postgres_store/parcel.hpp"
#include "postgres_store/scratch_store.hpp"
#include "postgres_store/tenants.hpp"
#include "store/postgres/node/delivery_notifier.hpp"

namespace tradepost::store::postgres::testing {
namespace waking_test {
namespace {

using exchange::ParticipantId;
using exchange::TransactionId;

constexpr std::string_view listen = "LISTEN tradepost";
constexpr std::string_view look = "SELECT w.number";
constexpr int nothing = -1;  // no descriptor to poll

// Returns the number of times that statements with this start were sent.
std::size_t sent(std::string_view begins) {
  std::size_t count = 0;
  for (const auto& [sql, types] : sent_statements().all()) {
    if (sql.starts_with(begins)) count += sent_statements().count(sql);
  }
  return count;
}

class DeliveryNotifier : public ::testing::Test {
 protected:
  DeliveryNotifier() : scratch_(clock_) {
    PostgresOptions options = scratch_.options();
    options.poll_interval = std::chrono::hours(24);
    auto opened = PostgresStore::open(clock_, options);
    if (opened) node_ = *std::move(opened);
  }
  void SetUp() override {
    ASSERT_NE(node_, nullptr);
    ASSERT_TRUE(are_listening());
  }

  // Returns true if both nodes listen, and their sessions run nothing else.
  bool are_listening() const {
    return is_soon([this] { return sessions("LISTEN tradepost") == 2; });
  }
  // Returns the number of idle sessions whose last query begins with this.
  std::int64_t sessions(const std::string& begins) const {
    return number(
        "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() "
        "AND state = 'idle' AND query LIKE '" +
        begins + "%'");
  }
  std::int64_t number(const std::string& sql) const {
    const auto connection = database::Connection::open(scratch_.database());
    if (!connection) return 0;
    const auto rows = (*connection)->ask({.sql = sql});
    return rows ? rows->number(0, 0) : 0;
  }

  // Begins a wait at the node that does not poll, after its first look.
  void begin_to_wait() {
    const std::size_t before = sent(look);
    waiting_ = node_->wait(all_after(0), deadline());
    waiting_->begin(executor_);
    ASSERT_TRUE(is_soon([&] { return sent(look) > before && sessions("SELECT w.number") == 1; }));
  }
  // Sends at the other node until the wait ends, because that node may not yet know of the wait.
  bool is_woken() {
    constexpr std::chrono::milliseconds between{50};
    auto send_at = std::chrono::steady_clock::now();
    const bool is_done = is_soon([&] {
      executor_.run_ready();
      if (std::chrono::steady_clock::now() >= send_at && !waiting_->is_done()) {
        send();
        send_at = std::chrono::steady_clock::now() + between;
      }
      return waiting_->is_done();
    });
    return is_done && *waiting_->take();
  }
  void send() {
    base::ManualExecutor other;
    const auto id = id_of<TransactionId>(++count_);
    const auto answer =
        other.run(scratch_.store().submit(submission(id, std::to_string(count_)), deadline()));
    ASSERT_TRUE(answer.has_value()) << answer.error().detail().str();
  }
  exchange::Deadline deadline() const { return executor_.now() + std::chrono::minutes(1); }

  base::ManualClock clock_{base::instant_of(1'772'000'000'000)};
  ScratchStore scratch_;
  base::ManualExecutor executor_;
  std::unique_ptr<PostgresStore> node_;
  std::optional<exchange::Answering<bool>> waiting_;
  std::uint32_t count_ = 0;
};

// Covers contract 6.5.
TEST_F(DeliveryNotifier, comes_before_the_next_look_of_the_other_node) {
  begin_to_wait();
  EXPECT_TRUE(is_woken());
}

TEST_F(DeliveryNotifier, comes_again_after_the_sessions_were_ended) {
  begin_to_wait();
  EXPECT_EQ(number("SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity "
                   "WHERE datname = current_database() "
                   "AND (query = 'LISTEN tradepost' OR query LIKE 'SELECT pg_notify%')"),
            2);
  EXPECT_TRUE(is_woken());
}

// Any client of the database may send notifications, even one that does not belong to the network.
TEST_F(DeliveryNotifier, listens_to_nonsense_without_harm) {
  begin_to_wait();
  for (const std::string payload : {"'x'", "'0000000'", "'zzzzzzzz'", "repeat('0', 7999)"}) {
    number("SELECT count(*) FROM (SELECT pg_notify('tradepost', " + payload + ")) AS told");
  }
  EXPECT_TRUE(is_woken());
}

TEST_F(DeliveryNotifier, of_many_recipients_is_of_everybody) {
  begin_to_wait();
  Ending ending;
  Node own(clock_);
  ChangeBroadcast broadcast(own, nullptr, {});
  const LinkOptions& link = scratch_.options().link;
  Watcher watcher(link, {.poll_interval = std::chrono::hours(24)}, own, broadcast, {}, ending);
  postgres::DeliveryNotifier notifier(link, ending, watcher);
  const auto listening = database::Connection::open(scratch_.database());
  ASSERT_TRUE(listening.has_value() && (*listening)->ask({.sql = listen}).has_value());
  const auto is_told = [&](std::uint32_t recipients, std::size_t digits) {
    std::set<QueueName> queues;
    for (std::uint32_t i = 0; i < recipients; ++i) {
      queues.insert({.participant = id_of<ParticipantId>(i), .flow = exchange::Flow::live});
    }
    return is_soon([&] {
      notifier.add(queues);
      const auto payload = (*listening)->hear(nothing, std::chrono::milliseconds(10));
      EXPECT_TRUE(payload.has_value());
      return payload && std::ranges::any_of(
                            *payload, [digits](const auto& each) { return each.size() == digits; });
    });
  };
  EXPECT_TRUE(is_told(900, 7'200));
  const std::size_t before = sent(look);
  EXPECT_TRUE(is_told(901, 0));
  EXPECT_TRUE(is_soon([&] { return sent(look) > before; }));
  ending.begin();
  node_->end_waits();
  executor_.run_ready();
  ASSERT_TRUE(waiting_->is_done());
  EXPECT_FALSE(*waiting_->take());
}

// After each transaction, the server's session may serve another client.
TEST(WakingThroughPgBouncer, is_left_to_the_looks) {
  constexpr std::string_view own_number = "SELECT pg_backend_pid";
  const base::ManualClock clock{base::instant_of(1'772'000'000'000)};
  const std::size_t asked = sent(own_number);
  const std::size_t listened = sent(listen);
  auto scratch = std::make_unique<ScratchStore>(clock, Way::through_pgbouncer);
  EXPECT_TRUE(is_soon([&] { return sent(own_number) > asked; }));
  scratch.reset();
  EXPECT_EQ(sent(listen), listened);
}

}  // namespace
}  // namespace waking_test
}  // namespace tradepost::store::postgres::testing
