// Citus distributes tables over servers. Debian has no Citus, so a substitute records the requests.
// This does not test the behaviour of Citus itself.

#include "store/postgres/tables/distribution.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "base/ground/check.hpp"
#include "base/tasks/manual_executor.hpp"
#include "postgres_store/parcel.hpp"
#include "postgres_store/scratch_store.hpp"

namespace tradepost::store::postgres::testing {
namespace {

constexpr const char* in_place_of_citus = R"(
SET allow_system_table_mods = on;
INSERT INTO pg_extension(oid, extname, extowner, extnamespace, extrelocatable, extversion)
  VALUES(99999, 'citus', 10, 11, false, '13.0');
CREATE SCHEMA asked;
CREATE TABLE asked.calls(number serial, name text, tenant text, colocated text);
CREATE VIEW public.citus_tables AS SELECT name::regclass AS table_name,
  'distributed' AS citus_table_type, tenant AS distribution_column FROM asked.calls;
CREATE FUNCTION create_distributed_table(name regclass, tenant text, method text = 'hash',
    colocate_with text = 'default') RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF colocate_with <> 'none' AND NOT EXISTS(SELECT FROM asked.calls c
                                            WHERE c.name = colocate_with) THEN
    RAISE EXCEPTION 'relation % is not distributed', colocate_with;
  END IF;
  INSERT INTO asked.calls(name, tenant, colocated) VALUES(name::text, tenant, colocate_with);
END $$;
)";

class Distributing : public ::testing::Test {
 protected:
  Distributing() {
    scratch_.close();
    auto opened = database::Connection::open(scratch_.database());
    CHECK(opened.has_value());
    connection_ = *std::move(opened);
  }
  void run(const std::string& sql) {
    const auto done = connection_->run(sql);
    EXPECT_TRUE(done.has_value()) << done.error().detail().str();
  }
  std::string text(const std::string& sql) {
    const auto rows = connection_->ask({.sql = sql});
    EXPECT_TRUE(rows.has_value()) << rows.error().detail().str();
    return rows && rows->count() != 0 ? std::string(rows->bytes(0, 0)) : std::string();
  }
  std::string calls() {
    return text(
        "SELECT coalesce(string_agg(format('%s by %s colocated %s', name, tenant, colocated), "
        "E'\\n' "
        "ORDER BY number), '') FROM asked.calls");
  }
  std::string refusal() {
    const auto done = distribute(*connection_);
    return done ? std::string() : done.error().text().str();
  }

  const base::SystemClock clock_;
  ScratchStore scratch_{clock_};
  std::unique_ptr<database::Connection> connection_;
};

TEST_F(Distributing, places_every_table_of_the_schema) {
  std::string declared;
  for (const Distribution& table : distributions()) {
    if (!declared.empty()) declared += " ";
    declared += table.table;
  }
  EXPECT_EQ(text(fmt::format("SELECT string_agg(t, ' ' ORDER BY t) FROM unnest(string_to_array("
                             "'{}', ' ')) AS t",
                             declared)),
            text("SELECT string_agg(relname, ' ' ORDER BY relname::text) FROM pg_class "
                 "WHERE relkind IN ('r', 'p') AND NOT relispartition "
                 "AND relnamespace = 'public'::regnamespace"));
}

TEST_F(Distributing, by_a_column_that_every_row_and_every_key_has) {
  for (const Distribution& table : distributions()) {
    if (table.placement != Placement::distributed) continue;
    EXPECT_EQ(text(fmt::format("SELECT format('%s %s', attnotnull, atthasdef) FROM pg_attribute "
                               "WHERE attrelid = '{}'::regclass AND attname = '{}'",
                               table.table, table.tenant)),
              "t f")
        << table.table;
  }
  run(in_place_of_citus);
  EXPECT_EQ(refusal(), "");
}

TEST_F(Distributing, is_refused_without_citus) {
  EXPECT_EQ(refusal(),
            "The database has no Citus. Connect to the coordinator of the cluster, and run CREATE "
            "EXTENSION citus there first.");
}

TEST_F(Distributing, happens_once_and_continues_where_it_ended) {
  run(in_place_of_citus);
  auto made = distribute(*connection_);
  ASSERT_TRUE(made.has_value()) << made.error().text().str();
  const std::string all = calls();
  EXPECT_TRUE(
      all.starts_with("queue by recipient colocated none\n"
                      "transaction by recipient colocated queue\n"))
      << all;
  EXPECT_TRUE(all.ends_with("version by commercial colocated none")) << all;
  made = distribute(*connection_);
  ASSERT_TRUE(made.has_value());
  EXPECT_TRUE(made->empty());
  EXPECT_EQ(calls(), all);
  run("DELETE FROM asked.calls WHERE name = 'version'");
  made = distribute(*connection_);
  ASSERT_TRUE(made.has_value());
  EXPECT_EQ(*made, std::vector<std::string>{"version"});
  EXPECT_EQ(calls(), all);
}

TEST_F(Distributing, begins_with_the_tables_of_this_version) {
  run("DROP SCHEMA public CASCADE; CREATE SCHEMA public");
  run(in_place_of_citus);
  EXPECT_EQ(refusal(), "");
  EXPECT_TRUE(calls().contains("version by commercial"));
}

TEST_F(Distributing, is_refused_if_a_key_has_not_its_tenant) {
  run(in_place_of_citus);
  run("CREATE UNIQUE INDEX held_once ON held(id)");
  EXPECT_EQ(refusal(),
            "The key held_once does not contain recipient, by which held is distributed.");
  EXPECT_EQ(calls(), "");
}

TEST_F(Distributing, is_refused_if_a_table_is_distributed_in_another_way) {
  run(in_place_of_citus);
  run("SELECT create_distributed_table('transaction', 'id', colocate_with => 'none')");
  EXPECT_EQ(refusal(),
            "The table transaction is already distributed by 'id' instead of 'recipient'. Use "
            "another database, or undistribute_table().");
}

TEST_F(Distributing, waits_for_no_commit) {
  run(in_place_of_citus);
  const auto other = database::Connection::open(scratch_.database());
  ASSERT_TRUE(other.has_value());
  ASSERT_TRUE((*other)->run("BEGIN; SELECT pg_advisory_xact_lock_shared(29808, 2)").has_value());
  EXPECT_EQ(refusal(), "A node is using the database. Stop all nodes first.");
  ASSERT_TRUE((*other)->run("ROLLBACK").has_value());
  EXPECT_EQ(refusal(), "");
}

}  // namespace
}  // namespace tradepost::store::postgres::testing
