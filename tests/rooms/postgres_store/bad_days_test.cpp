// A database that is away, refuses, or is another one than expected.

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "base/tasks/manual_executor.hpp"
#include "postgres/postgres_server.hpp"
#include "postgres_store/parcel.hpp"
#include "store/postgres/postgres_store.hpp"
#include "store/postgres/tables/schema.hpp"

namespace tradepost::store::postgres::testing {
namespace {

using exchange::TransactionId;

class BadDays : public ::testing::Test {
 protected:
  static void SetUpTestSuite() {
    server_ = std::make_unique<tradepost::postgres::PostgresServer>();
  }
  static void TearDownTestSuite() { server_.reset(); }

  void SetUp() override {
    static unsigned count = 0;
    const std::string name = "network_" + std::to_string(++count);
    const auto connection = database::Connection::open(
        {.address = server_->address(), .application_name = "tradepost tests"});
    ASSERT_TRUE(connection.has_value()) << connection.error().detail().str();
    ASSERT_TRUE((*connection)->run("CREATE DATABASE " + name).has_value());
    options_.link.database = {.address = server_->address(name), .application_name = "tradepost"};
    options_.link.patience = std::chrono::milliseconds(300);
    options_.connections = 2;
  }

  base::Result<std::unique_ptr<PostgresStore>> open() const {
    return PostgresStore::open(clock_, options_);
  }
  database::Rows ask(std::string_view sql) const {
    const auto connection = database::Connection::open(options_.link.database);
    EXPECT_TRUE(connection.has_value()) << connection.error().detail().str();
    const auto rows = (*connection)->ask({.sql = sql});
    EXPECT_TRUE(rows.has_value()) << rows.error().detail().str();
    return *rows;
  }
  base::Result<exchange::SubmitAnswer> submit(PostgresStore& store, std::uint32_t number) {
    return executor_.run(
        store.submit(submission(id_of<TransactionId>(number), std::to_string(number)),
                     executor_.now() + std::chrono::minutes(1)));
  }
  std::size_t pending(PostgresStore& store) {
    const auto page =
        executor_.run(store.pending(all_after(0), executor_.now() + std::chrono::minutes(1)));
    EXPECT_TRUE(page.has_value()) << page.error().detail().str();
    return page ? page->items.size() : 0;
  }

  static inline std::unique_ptr<tradepost::postgres::PostgresServer> server_;
  base::ManualClock clock_{base::instant_of(1'772'000'000'000)};
  base::ManualExecutor executor_;
  PostgresOptions options_;
};

TEST_F(BadDays, a_server_that_crashes_is_waited_for_a_bounded_time_and_nothing_is_lost) {
  const auto store = open();
  ASSERT_TRUE(store.has_value()) << store.error().detail().str();
  ASSERT_TRUE(submit(**store, 1).has_value());
  server_->crash();
  const auto refused = submit(**store, 2);
  ASSERT_FALSE(refused.has_value());
  EXPECT_EQ(refused.error().code(), base::ErrorCode::unavailable);
  server_->begin();
  const auto accepted = submit(**store, 2);
  ASSERT_TRUE(accepted.has_value()) << accepted.error().detail().str();
  EXPECT_TRUE(std::holds_alternative<exchange::Accepted>(*accepted));
  EXPECT_EQ(pending(**store), 2U);
}

TEST_F(BadDays, connections_that_the_server_ends_are_opened_again) {
  const auto store = open();
  ASSERT_TRUE(store.has_value()) << store.error().detail().str();
  for (std::uint32_t i = 0; i < 5; ++i) {
    server_->rows(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
        "WHERE application_name = 'tradepost'");
    const auto answer = submit(**store, i);
    ASSERT_TRUE(answer.has_value()) << answer.error().detail().str();
  }
  EXPECT_EQ(pending(**store), 5U);
}

TEST_F(BadDays, a_repeated_write_has_the_same_answer) {
  const auto store = open();
  ASSERT_TRUE(store.has_value()) << store.error().detail().str();
  for (int i = 0; i < 2; ++i) {
    const auto answer = submit(**store, 7);
    ASSERT_TRUE(answer && std::holds_alternative<exchange::Accepted>(*answer));
    EXPECT_EQ(std::get<exchange::Accepted>(*answer).id, id_of<TransactionId>(7));
  }
  EXPECT_EQ(pending(**store), 1U);
}

TEST_F(BadDays, oldest_of_a_queue_is_the_next_one_also_after_the_clock_fell) {
  const auto store = open();
  ASSERT_TRUE(store.has_value()) << store.error().detail().str();
  const base::Instant before = clock_.now();
  ASSERT_TRUE(submit(**store, 1).has_value());
  clock_.advance(-std::chrono::hours(1));
  ASSERT_TRUE(submit(**store, 2).has_value());
  const auto states =
      executor_.run((*store)->queues({.participant = recipient, .after = {}, .count_max = {}},
                                     executor_.now() + std::chrono::minutes(1)));
  ASSERT_TRUE(states.has_value()) << states.error().detail().str();
  ASSERT_EQ(states->size(), 1U);
  EXPECT_EQ(states->front().pending, 2U);
  EXPECT_EQ(states->front().oldest, before);
}

TEST_F(BadDays, tables_of_a_newer_version_are_refused) {
  ASSERT_TRUE(open().has_value());
  ask("INSERT INTO migration VALUES(999, now())");
  const auto store = open();
  ASSERT_FALSE(store.has_value());
  EXPECT_EQ(store.error().code(), base::ErrorCode::too_new);
}

TEST_F(BadDays, nodes_that_begin_at_once_migrate_once) {
  std::vector<std::jthread> nodes;
  for (int i = 0; i < 4; ++i) {
    nodes.emplace_back([this] {
      const auto store = open();
      EXPECT_TRUE(store.has_value()) << store.error().detail().str();
    });
  }
  nodes.clear();
  EXPECT_EQ(ask("SELECT count(*) FROM migration").number(0, 0),
            static_cast<std::int64_t>(newest_version()));
}

TEST_F(BadDays, no_error_has_the_password) {
  for (const std::string address :
       {"postgres://tradepost:s3cr3t@[broken", "postgres://tradepost:s3cr3t@127.0.0.1:1/none",
        "host=/nowhere password=s3cr3t user=tradepost"}) {
    options_.link.database.address = address;
    const auto store = open();
    ASSERT_FALSE(store.has_value());
    EXPECT_EQ(store.error().text().str().find("s3cr3t"), std::string::npos);
    EXPECT_EQ(store.error().detail().str().find("s3cr3t"), std::string::npos);
  }
}

}  // namespace
}  // namespace tradepost::store::postgres::testing
