// Tests with nodes of several versions at one database: contract 4.10, docs/operate/upgrade.md.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <memory>
#include <string>
#include <thread>

#include "base/clock.hpp"
#include "base/ground/check.hpp"
#include "polling.hpp"
#include "postgres_store/scratch_store.hpp"
#include "store/postgres/node/membership.hpp"
#include "store/postgres/tables/schema.hpp"

namespace tradepost::store::postgres::testing {
namespace {

using std::chrono::seconds;

constexpr exchange::StoreFormat raised = exchange::first_format + 1;
// The migration that changes the table `network`, which every commit reads.
constexpr std::size_t adds_the_format = 7;

class Upgrade : public ::testing::Test {
 protected:
  using Store = std::unique_ptr<PostgresStore>;

  // The database is one of an earlier version, before it has the newest format.
  Upgrade() {
    run(fmt::format("UPDATE network SET format = {}", exchange::first_format));
    scratch_.close();
  }

  base::Result<Store> open(const char* version, exchange::StoreFormat newest_format) const {
    PostgresOptions options = scratch_.options();
    options.version = NodeVersion{.version = version, .newest_format = newest_format};
    return PostgresStore::open(clock_, std::move(options));
  }
  Store opened(const char* version, exchange::StoreFormat newest_format) const {
    auto store = open(version, newest_format);
    CHECK(store.has_value());
    return *std::move(store);
  }
  std::unique_ptr<database::Connection> connect() const {
    auto connection = database::Connection::open(scratch_.database());
    CHECK(connection.has_value());
    return *std::move(connection);
  }
  // Returns a connection whose statements tenants_test compares with the sources.
  std::unique_ptr<database::Connection> connect_as_store() const {
    auto connection = database::Connection::open(scratch_.options().link.database);
    CHECK(connection.has_value());
    return *std::move(connection);
  }
  void run(const std::string& sql) const {
    const auto done = connect()->run(sql);
    EXPECT_TRUE(done.has_value()) << done.error().detail().str();
  }
  exchange::StoreFormat format() const {
    const auto format = format_of(*connect());
    EXPECT_TRUE(format.has_value());
    return format.value_or(0);
  }
  static void expect_conflict(const base::Done& done, std::string_view words) {
    ASSERT_FALSE(done.has_value());
    EXPECT_EQ(done.error().code(), base::ErrorCode::conflict);
    EXPECT_EQ(done.error().text().str(), words);
  }

  const base::SystemClock clock_;
  ScratchStore scratch_{clock_};
};

TEST_F(Upgrade, node_of_an_earlier_version_keeps_the_format_until_it_leaves) {
  const Store newer = opened("0.9.1", raised);
  {
    const Store earlier = opened("0.9.0", exchange::first_format);
    expect_conflict(newer->raise_format(seconds(0)),
                    "A node of version 0.9.0 can't read format 2.");
    EXPECT_EQ(format(), exchange::first_format);
  }
  EXPECT_TRUE(newer->raise_format(seconds(0)).has_value());
  EXPECT_EQ(format(), raised);
}

TEST_F(Upgrade, earlier_version_starts_again_until_the_format_is_raised) {
  const Store newer = opened("0.9.1", raised);
  run("INSERT INTO migration VALUES(999, now())");  // of the newer version
  EXPECT_TRUE(open("0.9.0", exchange::first_format).has_value());
  EXPECT_TRUE(newer->raise_format(seconds(0)).has_value());
  const auto refused = open("0.9.0", exchange::first_format);
  ASSERT_FALSE(refused.has_value());
  EXPECT_EQ(refused.error().code(), base::ErrorCode::too_new);
}

TEST_F(Upgrade, node_that_was_killed_keeps_the_format_for_a_minute_at_most) {
  const Store newer = opened("0.9.1", raised);
  run("INSERT INTO node VALUES(gen_random_uuid(), '0.9.0', 1, now() - interval '1 day', "
      "now() - interval '50 seconds')");
  expect_conflict(newer->raise_format(seconds(0)), "A node of version 0.9.0 can't read format 2.");
  run("UPDATE node SET seen = now() - interval '61 seconds' WHERE version = '0.9.0'");
  EXPECT_TRUE(newer->raise_format(seconds(0)).has_value());
}

TEST_F(Upgrade, format_waits_until_every_node_has_served_for_some_time) {
  const Store newer = opened("0.9.1", raised);
  run("UPDATE node SET since = now() - interval '2 hours'");
  {
    const Store late = opened("0.9.1", raised);
    expect_conflict(newer->raise_format(std::chrono::hours(1)),
                    "A node of version 0.9.1 has not served for 3600 s yet.");
  }
  EXPECT_TRUE(newer->raise_format(std::chrono::hours(1)).has_value());
}

TEST_F(Upgrade, format_that_is_raised_waits_for_nobody) {
  const Store newer = opened("0.9.1", raised);
  EXPECT_TRUE(newer->raise_format(seconds(0)).has_value());
  EXPECT_TRUE(newer->raise_format(std::chrono::hours(1)).has_value());
}

TEST_F(Upgrade, node_that_missed_the_raised_format_stops) {
  const Store newer = opened("0.9.1", raised);
  const auto connection = connect_as_store();
  const auto earlier = Membership::join(
      *connection, base::Uuid(), {.version = "0.9.0", .newest_format = exchange::first_format});
  ASSERT_TRUE(earlier.has_value());
  EXPECT_TRUE(earlier->renew(*connection).has_value());
  run("UPDATE node SET seen = now() - interval '61 seconds' WHERE version = '0.9.0'");
  EXPECT_TRUE(newer->raise_format(seconds(0)).has_value());
  const auto renewed = earlier->renew(*connection);
  ASSERT_FALSE(renewed.has_value());
  EXPECT_EQ(renewed.error().code(), base::ErrorCode::too_new);
}

TEST_F(Upgrade, raising_gives_up_while_the_row_is_locked) {
  const Store newer = opened("0.9.1", raised);
  const auto locker = connect();
  ASSERT_TRUE(locker->run("BEGIN; SELECT FROM network FOR UPDATE").has_value());
  EXPECT_FALSE(newer->raise_format(seconds(0)).has_value());
  ASSERT_TRUE(locker->run("COMMIT").has_value());
  EXPECT_TRUE(newer->raise_format(seconds(0)).has_value());
}

TEST_F(Upgrade, nodes_are_listed_until_they_leave) {
  const auto nodes = [&] { return living_nodes(*connect_as_store()).value().size(); };
  {
    const Store one = opened("0.9.0", raised);
    const Store two = opened("0.9.1", raised);
    EXPECT_EQ(nodes(), 2U);
  }
  EXPECT_EQ(nodes(), 0U);
}

TEST_F(Upgrade, nodes_see_each_other_and_the_clock_of_the_database) {
  const Store one = opened("0.9.0", raised);
  const Store two = opened("0.9.1", raised);
  EXPECT_TRUE(is_soon([&] {
    const auto seen = two->nodes();
    return seen && seen->nodes.size() == 2;
  }));
  const auto seen = two->nodes();
  ASSERT_TRUE(seen.has_value());
  const auto own = std::ranges::find(seen->nodes, two->own_node().value(), &LivingNode::id);
  ASSERT_NE(own, seen->nodes.end());
  EXPECT_EQ(own->is.version, "0.9.1");
  EXPECT_LT(std::chrono::abs(base::SystemClock().now() - seen->database_time), seconds(60));
  const auto again = see_nodes(*connect_as_store());
  ASSERT_TRUE(again.has_value());
  EXPECT_EQ(again->nodes.size(), 2U);
}

TEST_F(Upgrade, plan_names_what_a_database_does_not_have_yet) {
  const auto due = [&] { return due_migrations(*connect()).value(); };
  EXPECT_TRUE(due().empty());
  run("DROP SCHEMA public CASCADE; CREATE SCHEMA public");
  EXPECT_EQ(due().size(), newest_version());
  EXPECT_TRUE(migrate(*connect(), adds_the_format - 1).has_value());
  const auto rest = due();
  ASSERT_EQ(rest.size(), newest_version() - adds_the_format + 1);
  EXPECT_EQ(rest.front().number, adds_the_format);
  EXPECT_EQ(rest.front().locks, "network");
}

// A reader keeps the lock that the migration waits for. Without a limit, everybody else would wait
// behind the migration until the reader ends.
TEST_F(Upgrade, migration_that_waits_for_a_lock_lets_trade_pass) {
  run("DROP SCHEMA public CASCADE; CREATE SCHEMA public");
  ASSERT_TRUE(migrate(*connect(), adds_the_format - 1).has_value());
  const auto reader = connect();
  ASSERT_TRUE(reader->run("BEGIN; SELECT FROM network").has_value());
  const auto waits = [&] {
    const auto rows = connect()->ask(
        {.sql = "SELECT EXISTS(SELECT FROM pg_locks WHERE relation = 'network'::regclass "
                "AND NOT granted)"});
    return rows.has_value() && rows->boolean(0, 0);
  };
  std::jthread migrating([&] { EXPECT_TRUE(migrate(*connect()).has_value()); });
  for (int i = 0; i < 2; ++i) {
    ASSERT_TRUE(is_soon(waits));
    const auto other = connect();
    other->ask_until(std::chrono::steady_clock::now() + seconds(10));
    EXPECT_TRUE(other->ask({.sql = "SELECT epoch FROM network"}).has_value());
  }
  ASSERT_TRUE(reader->run("COMMIT").has_value());
}

}  // namespace
}  // namespace tradepost::store::postgres::testing
