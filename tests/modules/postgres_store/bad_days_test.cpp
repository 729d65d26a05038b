// Tests with a database that is absent, that refuses, or that is another one than expected.

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>

#include <chrono>
#include <cstdlib>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "base/tasks/manual_executor.hpp"
#include "polling.hpp"
#include "postgres/pg_bouncer.hpp"
#include "postgres/postgres_server.hpp"
#include "postgres_store/parcel.hpp"
#include "store/postgres/postgres_store.hpp"
#include "store/postgres/tables/schema.hpp"

// Covers contract 4.10 and 8.1.
namespace tradepost::store::postgres::testing {
namespace {

using exchange::TransactionId;
using std::chrono::milliseconds;
using std::chrono::seconds;
using std::chrono::steady_clock;

class BadDays : public ::testing::Test {
 protected:
  static void SetUpTestSuite() {
    server_ = std::make_unique<tradepost::postgres::PostgresServer>();
  }
  static void TearDownTestSuite() { server_.reset(); }

  void SetUp() override {
    static unsigned count = 0;
    name_ = "network_" + std::to_string(++count);
    const auto connection = database::Connection::open(
        {.address = server_->address(), .application_name = "tradepost tests"});
    ASSERT_TRUE(connection.has_value()) << connection.error().detail().str();
    ASSERT_TRUE((*connection)->run("CREATE DATABASE " + name_).has_value());
    options_.link.database = {.address = server_->address(name_), .application_name = "tradepost"};
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
  base::Result<exchange::SendAnswer> submit(PostgresStore& store, std::uint32_t number) {
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

  // Another session holds the lock for the lifetime of this object.
  class LockedTable {
   public:
    LockedTable(const BadDays& test, std::string_view table) {
      database::Options options = test.options_.link.database;
      options.address = server_->address(test.name_);
      options.application_name = "other program";
      auto opened = database::Connection::open(options);
      EXPECT_TRUE(opened.has_value());
      session_ = *std::move(opened);
      EXPECT_TRUE(session_->run(fmt::format("BEGIN; LOCK TABLE {}", table)).has_value());
    }

   private:
    std::unique_ptr<database::Connection> session_;
  };
  std::int64_t waiting_sessions() const {
    return ask("SELECT count(*) FROM pg_locks WHERE NOT granted").number(0, 0);
  }
  void ask_until(std::string_view sql, std::int64_t number) const {
    const auto until = steady_clock::now() + seconds(20);
    while (ask(sql).number(0, 0) != number) {
      ASSERT_LT(steady_clock::now(), until) << sql;
      pause_between_looks();
    }
  }

  static inline std::unique_ptr<tradepost::postgres::PostgresServer> server_;
  std::string name_;
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

TEST_F(BadDays, a_read_that_hangs_ends_at_its_deadline_on_the_server_too) {
  const tradepost::postgres::PgBouncer bouncer(*server_);
  for (const bool is_direct : {true, false}) {
    SCOPED_TRACE(is_direct);
    if (!is_direct) options_.link.database.address = bouncer.address(name_);
    const auto store = open();
    ASSERT_TRUE(store.has_value()) << store.error().detail().str();
    {
      const LockedTable locked(*this, "pending");
      const auto began = steady_clock::now();
      const auto page =
          executor_.run((*store)->pending(all_after(0), executor_.now() + milliseconds(500)));
      ASSERT_FALSE(page.has_value());
      EXPECT_EQ(page.error().code(), base::ErrorCode::unavailable);
      EXPECT_EQ(page.error().text().str(), "The database did not answer in time.");
      EXPECT_GE(steady_clock::now() - began, milliseconds(400));
      EXPECT_LT(steady_clock::now() - began, seconds(5));
      EXPECT_EQ(waiting_sessions(), 0);
    }
    EXPECT_EQ(pending(**store), 0U);
  }
}

TEST_F(BadDays, a_read_ends_soon_after_its_deadline_if_the_server_is_silent) {
  options_.page_connections = 1;
  const auto store = open();
  ASSERT_TRUE(store.has_value()) << store.error().detail().str();
  EXPECT_EQ(pending(**store), 0U);
  const auto sessions =
      server_->rows("SELECT pid FROM pg_stat_activity WHERE application_name = 'tradepost'");
  const std::string all = fmt::format("{}", fmt::join(sessions, " "));
  ASSERT_EQ(std::system(("kill -STOP " + all).c_str()), 0);
  const auto began = steady_clock::now();
  const auto page =
      executor_.run((*store)->pending(all_after(0), executor_.now() + milliseconds(200)));
  EXPECT_LT(steady_clock::now() - began, seconds(5));
  ASSERT_FALSE(page.has_value());
  EXPECT_EQ(page.error().code(), base::ErrorCode::unavailable);
  EXPECT_EQ(pending(**store), 0U) << "on a new connection";
  EXPECT_EQ(std::system(("kill -CONT " + all).c_str()), 0);
}

TEST_F(BadDays, request_that_waited_until_its_deadline_is_not_begun) {
  options_.connections = 1;
  const auto store = open();
  ASSERT_TRUE(store.has_value()) << store.error().detail().str();
  std::optional<exchange::Answering<std::vector<exchange::QueueState>>> queues;
  std::optional<exchange::Answering<exchange::SendAnswer>> submitted;
  std::optional<exchange::Answering<bool>> erased;
  {
    const LockedTable locked(*this, "pending");
    queues.emplace((*store)->queues({}, executor_.now() + std::chrono::minutes(1)));
    queues->begin(executor_);
    ask_until("SELECT count(*) FROM pg_locks WHERE NOT granted", 1);
    const auto soon = executor_.now() + milliseconds(100);
    submitted.emplace((*store)->submit(submission(id_of<TransactionId>(1), "1"), soon));
    submitted->begin(executor_);
    erased.emplace((*store)->erase(id_of<TransactionId>(2), exchange::Actor::network(), soon));
    erased->begin(executor_);
    const auto until = steady_clock::now() + milliseconds(200);
    while (steady_clock::now() < until) pause_between_looks();
  }
  while (!queues->is_done() || !submitted->is_done() || !erased->is_done()) {
    executor_.run_ready();
    pause_between_looks();
  }
  EXPECT_TRUE(queues->take().has_value());
  const auto late = submitted->take();
  ASSERT_FALSE(late.has_value());
  EXPECT_EQ(late.error().code(), base::ErrorCode::unavailable);
  EXPECT_FALSE(erased->take().has_value());
  EXPECT_EQ(pending(**store), 0U);
  EXPECT_EQ(ask("SELECT count(*) FROM transaction").number(0, 0), 0);
}

TEST_F(BadDays, pages_that_hang_leave_connections_to_others) {
  const auto store = open();
  ASSERT_TRUE(store.has_value()) << store.error().detail().str();
  ASSERT_TRUE(submit(**store, 1).has_value());
  std::vector<exchange::Answering<exchange::PendingPage>> pages;
  {
    const LockedTable locked(*this, "pending");
    for (unsigned i = 0; i < 2 * (options_.connections + options_.page_connections); ++i) {
      pages.push_back((*store)->pending(all_after(0), executor_.now() + seconds(20)));
      pages.back().begin(executor_);
    }
    const auto found = executor_.run((*store)->find({.id = id_of<TransactionId>(1), .viewer = {}},
                                                    executor_.now() + seconds(10)));
    ASSERT_TRUE(found.has_value()) << found.error().detail().str();
    EXPECT_TRUE(found->has_value());
  }
  for (auto& page : pages) {
    while (!page.is_done()) {
      executor_.run_ready();
      pause_between_looks();
    }
    EXPECT_TRUE(page.take().has_value());
  }
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
  ask("UPDATE network SET format = 999");
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
