#include "store/postgres/tables/schema.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <string>
#include <thread>
#include <vector>

#include "base/ground/check.hpp"
#include "postgres_store/scratch_store.hpp"
#include "store/postgres/node/partitions.hpp"

namespace tradepost::store::postgres::testing {
namespace {

base::Instant day(int year, int month, int day) {
  return std::chrono::sys_days(std::chrono::year(year) / month / day);
}

class Schema : public ::testing::Test {
 protected:
  std::unique_ptr<database::Connection> connect() const {
    auto connection = database::Connection::open(scratch_.database());
    CHECK(connection.has_value());
    return *std::move(connection);
  }
  std::string text(const std::string& sql) const {
    const auto rows = connect()->ask({.sql = sql});
    EXPECT_TRUE(rows.has_value()) << rows.error().detail().str();
    return rows ? std::string(rows->bytes(0, 0)) : std::string();
  }
  void run(const std::string& sql) const {
    const auto done = connect()->run(sql);
    EXPECT_TRUE(done.has_value()) << done.error().detail().str();
  }
  // Drops everything, and creates the tables of that version.
  void begin_with(std::size_t version) {
    scratch_.close();
    run("DROP SCHEMA public CASCADE; CREATE SCHEMA public");
    EXPECT_TRUE(migrate(*connect(), version).has_value());
  }
  std::string tables() const {
    return text(
        "SELECT string_agg(line, E'\\n' ORDER BY line) FROM (SELECT format('%s %s %s %s', "
        "table_name, "
        "column_name, data_type, is_nullable) AS line FROM information_schema.columns "
        "WHERE table_schema = 'public' UNION ALL SELECT indexdef FROM pg_indexes "
        "WHERE schemaname = 'public' UNION ALL SELECT proname FROM pg_proc "
        "WHERE pronamespace = 'public'::regnamespace) AS lines");
  }
  std::string partitions() const {
    return text(
        "SELECT coalesce(string_agg(inhrelid::regclass::text, ' ' "
        "ORDER BY inhrelid::regclass::text), '') FROM pg_inherits "
        "WHERE inhparent = 'history'::regclass");
  }
  void tend(base::Instant now) const {
    const auto done = tend_partitions(*connect(), now);
    EXPECT_TRUE(done.has_value()) << done.error().detail().str();
  }

  const base::SystemClock clock_;
  ScratchStore scratch_{clock_};
};

TEST_F(Schema, tables_of_every_older_version_become_those_of_this_one_also_twice) {
  begin_with(newest_version());
  const std::string newest = tables();
  for (std::size_t version = 1; version <= newest_version(); ++version) {
    SCOPED_TRACE(version);
    begin_with(version);
    EXPECT_TRUE(migrate(*connect()).has_value());
    EXPECT_EQ(tables(), newest);
    EXPECT_TRUE(migrate(*connect()).has_value());
    EXPECT_EQ(tables(), newest);
  }
}

TEST_F(Schema, two_nodes_migrate_an_older_version_at_once) {
  for (std::size_t version = 1; version < newest_version(); ++version) {
    begin_with(version);
    std::vector<std::jthread> nodes;
    for (int i = 0; i < 2; ++i) {
      nodes.emplace_back([this] { EXPECT_TRUE(migrate(*connect()).has_value()); });
    }
    nodes.clear();
    EXPECT_EQ(text("SELECT string_agg(version::text, ' ' ORDER BY version) FROM migration"),
              "1 2 3 4 5 6 7 8 9 10 11");
  }
}

TEST_F(Schema, months_are_made_ahead_and_empty_ones_behind_are_dropped) {
  scratch_.close();
  const auto january = day(2030, 1, 15);
  tend(january);
  EXPECT_EQ(partitions(),
            "history_2030_01 history_2030_02 history_2030_03 history_2030_04 history_otherwise");
  tend(january);
  run("INSERT INTO history SELECT gen_random_uuid(), first_id_of('2030-02-03T00:00Z'), "
      "gen_random_uuid(), 1, 0, 1, true, 1, ''");
  tend(january + std::chrono::days(75));
  EXPECT_EQ(partitions(),
            "history_2030_02 history_2030_03 history_2030_04 history_2030_05 history_2030_06 "
            "history_otherwise");
  run("DELETE FROM history");
  tend(january + std::chrono::days(75));
  EXPECT_EQ(partitions(),
            "history_2030_03 history_2030_04 history_2030_05 history_2030_06 history_otherwise");
}

TEST_F(Schema, row_of_a_month_lies_in_its_partition_and_an_early_one_stays_where_it_is) {
  scratch_.close();
  run("INSERT INTO history SELECT gen_random_uuid(), first_id_of('2031-01-03T00:00Z'), "
      "gen_random_uuid(), 1, 0, 1, true, 1, ''");
  tend(day(2031, 1, 1));
  run("INSERT INTO history SELECT gen_random_uuid(), first_id_of('2031-02-28T00:00Z'), "
      "gen_random_uuid(), 1, 0, 1, true, 1, ''");
  EXPECT_EQ(text("SELECT string_agg(tableoid::regclass::text, ' ' ORDER BY id) FROM history"),
            "history_otherwise history_2031_02");
}

TEST_F(Schema, one_node_tends_the_partitions_at_a_time) {
  scratch_.close();
  const auto other = connect();
  EXPECT_TRUE(other->run("BEGIN; SELECT pg_advisory_xact_lock(29808, 4)").has_value());
  const std::string before = partitions();
  tend(day(2032, 1, 1));
  EXPECT_EQ(partitions(), before);
}

}  // namespace
}  // namespace tradepost::store::postgres::testing
