#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

#include "base/ground/result.hpp"
#include "database/connection.hpp"
#include "sqlite/database.hpp"

// Statements and changes over SQLite and PostgreSQL alike. The SQL is what both understand, with a
// question mark for each value.
namespace tradepost::sales {

class Statement {
 public:
  explicit Statement(sqlite::Statement statement) : kind_(std::move(statement)) {}
  Statement(database::Connection& connection, std::string_view sql);

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
  struct Remote {
    database::Connection* connection;
    std::string sql;
    database::Parameters parameters = {};
    std::optional<database::Rows> rows = {};
    std::size_t row = 0;  // the next one

    base::Done ask();
  };

  std::variant<sqlite::Statement, Remote> kind_;
};

// Whatever is not committed is undone at its end. One writes at a time.
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
  database::Connection* remote_ = nullptr;  // null: it is over, or there is none
};

}  // namespace tradepost::sales
