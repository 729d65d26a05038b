#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

#include "base/ground/result.hpp"
#include "database/connection.hpp"
#include "sqlite/database.hpp"

// Statements and transactions for both SQLite and PostgreSQL. The SQL must be valid in both, with a
// question mark for each parameter.
namespace tradepost::sales {

class Statement {
 public:
  explicit Statement(sqlite::Statement statement) : kind_(std::move(statement)) {}
  Statement(database::Connection& connection, std::string_view sql);

  // Binds the parameters of the next run, from left to right.
  Statement& text(std::string_view value);
  Statement& integer(std::int64_t value);

  // Runs the statement to its end and ignores its rows.
  base::Done run();
  // Moves to the next row. Returns false after the last row; then the statement can be run again.
  base::Result<bool> next();
  std::string text_at(int column) const;
  std::int64_t integer_at(int column) const;

 private:
  struct Remote {
    database::Connection* connection;
    std::string sql;
    database::Parameters parameters = {};
    std::optional<database::Rows> rows = {};
    std::size_t row = 0;  // index of the next row

    base::Done ask();
  };

  std::variant<sqlite::Statement, Remote> kind_;
};

// A transaction that is rolled back unless it is committed. Only one can write at a time.
class Change {
 public:
  static base::Result<Change> begin(sqlite::Database& database);
  static base::Result<Change> begin(database::Connection& connection);
  ~Change();
  Change(Change&& other) noexcept;
  Change& operator=(Change&&) = delete;
  base::Done commit();

 private:
  explicit Change(sqlite::Change change) : local_(std::move(change)) {}
  explicit Change(database::Connection& connection) : remote_(&connection) {}

  std::optional<sqlite::Change> local_;
  database::Connection* remote_ = nullptr;  // null: finished, or SQLite is used
};

}  // namespace tradepost::sales
