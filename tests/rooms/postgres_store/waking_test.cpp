// Waits at one node for what another one takes. The nodes here do not look by themselves.

#include <gtest/gtest.h>

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
#include "store/postgres/node/waking.hpp"

namespace tradepost::store::postgres::testing {
namespace waking_test {
namespace {

using exchange::ParticipantId;
using exchange::TransactionId;

constexpr std::string_view listen = "LISTEN tradepost";
constexpr std::string_view tell = "SELECT pg_notify";
constexpr std::string_view look = "SELECT w.number";

// How often a statement that begins so was sent.
std::size_t sent(std::string_view begins) {
  std::size_t count = 0;
  for (const auto& [sql, types] : sent_statements().all()) {
    if (sql.starts_with(begins)) count += sent_statements().count(sql);
  }
  return count;
}

class Waking : public ::testing::Test {
 protected:
  Waking() : scratch_(clock_) {
    PostgresOptions options = scratch_.options();
    options.look_every = std::chrono::hours(24);
    auto opened = PostgresStore::open(clock_, options);
    if (opened) node_ = *std::move(opened);
  }
  void SetUp() override {
    ASSERT_NE(node_, nullptr);
    ASSERT_TRUE(are_listening());
  }

  // Both nodes, and nothing else is asked of them meanwhile.
  bool are_listening() const {
    return is_soon([this] { return sessions("LISTEN tradepost") == 2; });
  }
  // That have asked this last, and have its answer.
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

  // At the node that does not look by itself, after its first look.
  void begin_to_wait() {
    const std::size_t before = sent(look);
    waiting_ = node_->wait(all_after(0), deadline());
    waiting_->begin(executor_);
    ASSERT_TRUE(is_soon([&] { return sent(look) > before && sessions("SELECT w.number") == 1; }));
  }
  void send() {
    base::ManualExecutor other;
    const auto answer =
        other.run(scratch_.store().submit(submission(id_of<TransactionId>(1), "{}"), deadline()));
    ASSERT_TRUE(answer.has_value()) << answer.error().detail().str();
  }
  bool is_woken() {
    const bool is_done = is_soon([this] {
      executor_.run_ready();
      return waiting_->is_done();
    });
    if (!is_done) return false;
    const auto woken = waiting_->take();
    return woken.has_value() && *woken;
  }
  exchange::Deadline deadline() const { return executor_.now() + std::chrono::minutes(1); }

  base::ManualClock clock_{base::instant_of(1'772'000'000'000)};
  ScratchStore scratch_;
  base::ManualExecutor executor_;
  std::unique_ptr<PostgresStore> node_;
  std::optional<exchange::Answering<bool>> waiting_;
};

TEST_F(Waking, comes_before_the_next_look_of_the_other_node) {
  begin_to_wait();
  send();
  EXPECT_TRUE(is_woken());
}

TEST_F(Waking, comes_again_after_the_sessions_were_ended) {
  begin_to_wait();
  EXPECT_EQ(number("SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity "
                   "WHERE datname = current_database() AND query = 'LISTEN tradepost'"),
            2);
  ASSERT_TRUE(are_listening());
  send();
  EXPECT_TRUE(is_woken());
}

// Who is no participant of the network, but may speak to its database.
TEST_F(Waking, listens_to_nonsense_without_harm) {
  begin_to_wait();
  for (const std::string told : {"'x'", "'0000000'", "'zzzzzzzz'", "repeat('0', 7999)"}) {
    number("SELECT count(*) FROM (SELECT pg_notify('tradepost', " + told + ")) AS told");
  }
  send();
  EXPECT_TRUE(is_woken());
}

TEST_F(Waking, of_many_recipients_is_of_everybody) {
  begin_to_wait();
  Ending ending;
  Node own(clock_);
  Notices notices(own, nullptr, {});
  const LinkOptions& link = scratch_.options().link;
  Watcher watcher(link, std::chrono::hours(24), own, notices, ending, nullptr);
  postgres::Waking waking(link, ending, watcher);
  const auto told_to = [&](std::uint32_t count) {
    std::set<QueueName> queues;
    for (std::uint32_t i = 0; i < count; ++i) {
      queues.insert({.participant = id_of<ParticipantId>(i), .flow = exchange::Flow::live});
    }
    const std::size_t before = sent(tell);
    waking.tell(queues);
    EXPECT_TRUE(is_soon([&] { return sent(tell) > before; }));
  };
  const std::size_t before = sent(look);
  told_to(900);
  told_to(901);
  EXPECT_TRUE(is_soon([&] { return sent(look) > before; }));
  EXPECT_EQ(sent(look), before + 1);
  ending.begin();
  node_->end_waits();
  EXPECT_FALSE(is_woken());
}

// Nobody would hear: the session of the server is another client's after each transaction.
TEST(WakingThroughPgBouncer, only_tells) {
  const base::ManualClock clock{base::instant_of(1'772'000'000'000)};
  const std::size_t told = sent(tell);
  const std::size_t listened = sent(listen);
  ScratchStore scratch(clock, Way::through_pgbouncer);
  base::ManualExecutor executor;
  const auto answer = executor.run(scratch.store().submit(
      submission(id_of<TransactionId>(1), "{}"), executor.now() + std::chrono::minutes(1)));
  ASSERT_TRUE(answer.has_value()) << answer.error().detail().str();
  EXPECT_TRUE(is_soon([&] { return sent(tell) > told; }));
  EXPECT_EQ(sent(listen), listened);
}

}  // namespace
}  // namespace waking_test
}  // namespace tradepost::store::postgres::testing
