#include "sqlite/database.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <limits>

namespace tradepost::sqlite {
namespace {

class DatabaseOf : public testing::Test {
 public:
  DatabaseOf() { EXPECT_NE(::mkdtemp(folder.data()), nullptr); }
  ~DatabaseOf() override { std::filesystem::remove_all(folder); }

  Database opened() const {
    auto database = Database::open(path());
    EXPECT_TRUE(database && database->run("CREATE TABLE IF NOT EXISTS t(a TEXT PRIMARY KEY, b)"));
    return *std::move(database);
  }
  std::string path() const { return folder + "/a.db"; }
  static std::int64_t count(Database& database) {
    auto row = database.prepare("SELECT count(*) FROM t");
    EXPECT_TRUE(row && row->next().value_or(false));
    return row->integer_at(0);
  }

  std::string folder = testing::TempDir() + "tradepost-database-XXXXXX";
};

TEST_F(DatabaseOf, values_come_back_as_they_were) {
  Database database = opened();
  auto insert = database.prepare("INSERT INTO t VALUES(?, ?)");
  const std::string text("a\0'b\xff", 5);
  constexpr auto least = std::numeric_limits<std::int64_t>::min();
  ASSERT_TRUE(insert->text(text).integer(least).run());
  ASSERT_TRUE(insert->text("").integer(0).run());  // the same statement again
  auto row = database.prepare("SELECT a, b FROM t ORDER BY b");
  ASSERT_TRUE(*row->next());
  EXPECT_EQ(row->text_at(0), text);
  EXPECT_EQ(row->integer_at(1), least);
  ASSERT_TRUE(*row->next());
  EXPECT_EQ(row->text_at(0), "");
  EXPECT_FALSE(*row->next());
  EXPECT_TRUE(*row->next());
}

TEST_F(DatabaseOf, statement_that_fails_may_be_run_again) {
  Database database = opened();
  auto insert = database.prepare("INSERT INTO t VALUES(?, 1)");
  ASSERT_TRUE(insert->text("a").run());
  const auto again = insert->text("a").run();
  ASSERT_FALSE(again);
  EXPECT_TRUE(again.error().text().str().contains("UNIQUE constraint failed"));
  EXPECT_TRUE(insert->text("b").run());
  EXPECT_FALSE(insert->text("c").text("one too many").run());
  EXPECT_TRUE(insert->text("d").run());
  EXPECT_EQ(count(database), 3);
}

TEST_F(DatabaseOf, change_is_undone_unless_it_is_committed) {
  Database database = opened();
  {
    auto change = Change::begin(database);
    ASSERT_TRUE(change && database.run("INSERT INTO t VALUES('a', 1)"));
  }
  EXPECT_EQ(count(database), 0);
  {
    auto change = Change::begin(database);
    ASSERT_TRUE(change && database.run("INSERT INTO t VALUES('a', 1)") && change->commit());
  }
  EXPECT_EQ(count(database), 1);
}

TEST_F(DatabaseOf, reader_makes_no_file_and_writes_none) {
  EXPECT_EQ(Database::open(path(), Database::Access::reading).error().code(),
            base::ErrorCode::not_found);
  EXPECT_FALSE(std::filesystem::exists(path()));
  Database writer = opened();
  auto reader = Database::open(path(), Database::Access::reading);
  ASSERT_TRUE(reader);
  EXPECT_EQ(count(*reader), 0);
  EXPECT_FALSE(reader->run("INSERT INTO t VALUES('a', 1)"));
}

TEST_F(DatabaseOf, file_that_is_no_database_is_damaged) {
  std::ofstream(path()) << std::string(8'192, 'x');
  auto database = Database::open(path());
  ASSERT_TRUE(database);
  EXPECT_EQ(database->run("CREATE TABLE t(a)").error().code(), base::ErrorCode::damaged);
}

}  // namespace
}  // namespace tradepost::sqlite
