#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "base/ground/result.hpp"

struct sqlite3;
struct sqlite3_stmt;

// The parts of SQLite that tradepost uses.
namespace tradepost::sqlite {

// A statement with values for its question marks. It can be run again with other values.
class Statement {
 public:
  Statement(sqlite3& database, sqlite3_stmt* statement)
      : database_(&database), statement_(statement) {}

  // Bind the values of the next run, from left to right.
  Statement& text(std::string_view value);
  Statement& integer(std::int64_t value);

  // Runs the statement to its end and ignores its rows.
  base::Done run();
  // Returns true if there is a row for text_at() and integer_at(). After the last row the statement
  // can be run again.
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

// A connection, for one thread at a time.
class Database {
 public:
  enum class Access : std::uint8_t { writing, reading };
  // `writing` creates a missing file. `reading` fails with not_found if the file is missing.
  static base::Result<Database> open(const std::string& path, Access access = Access::writing);

  // Runs statements without values.
  base::Done run(const char* sql);
  base::Result<Statement> prepare(std::string_view sql);

 private:
  struct Close {
    void operator()(sqlite3* database) const;
  };
  explicit Database(sqlite3* database) : database_(database) {}

  std::unique_ptr<sqlite3, Close> database_;
};

// A transaction, which the destructor rolls back unless it was committed.
class Change {
 public:
  static base::Result<Change> begin(Database& database);
  ~Change();
  Change(Change&& other) noexcept;
  Change& operator=(Change&&) = delete;
  base::Done commit();

 private:
  explicit Change(Database& database) : database_(&database) {}
  Database* database_;  // nullptr after commit or move
};

}  // namespace tradepost::sqlite
