#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "base/ground/result.hpp"

struct sqlite3;
struct sqlite3_stmt;

// SQLite, as far as it is used here.
namespace tradepost::sqlite {

// A statement with values for its question marks. It may be run again with others.
class Statement {
 public:
  Statement(sqlite3& database, sqlite3_stmt* statement)
      : database_(&database), statement_(statement) {}

  // The values of the next run, from left to right.
  Statement& text(std::string_view value);
  Statement& integer(std::int64_t value);

  // To its end, without a look at its rows.
  base::Done run();
  // Whether there is a row, which the columns below are of. After the last one the statement can be
  // run again.
  base::Result<bool> next();
  std::string text_at(int column) const;
  std::int64_t integer_at(int column) const;

 private:
  struct Finalize {
    void operator()(sqlite3_stmt* statement) const;
  };
  base::Error error() const;

  sqlite3* database_;
  std::unique_ptr<sqlite3_stmt, Finalize> statement_;
  int bound_ = 0;
  bool is_bound_ = true;
};

// One connection. One thread at a time.
class Database {
 public:
  enum class Access : std::uint8_t { writing, reading };
  // Writing makes the file where there is none. not_found: reading, and there is none.
  static base::Result<Database> open(const std::string& path, Access access = Access::writing);

  // Statements without values.
  base::Done run(const char* sql);
  base::Result<Statement> prepare(std::string_view sql);

 private:
  struct Close {
    void operator()(sqlite3* database) const;
  };
  explicit Database(sqlite3* database) : database_(database) {}

  std::unique_ptr<sqlite3, Close> database_;
};

// Whatever is not committed is undone at its end.
class Change {
 public:
  static base::Result<Change> begin(Database& database);
  ~Change();
  Change(Change&& other) noexcept;
  Change& operator=(Change&&) = delete;
  base::Done commit();

 private:
  explicit Change(Database& database) : database_(&database) {}
  Database* database_;  // null: it is over
};

}  // namespace tradepost::sqlite
