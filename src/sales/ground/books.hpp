#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

#include "base/clock.hpp"
#include "base/ground/result.hpp"
#include "sqlite/database.hpp"

namespace tradepost::sales {

// The sales database: customers, products, prices, orders and the documents about them. Its tables
// stand in docs/importing.md. One thread.
class Books {
 public:
  // Makes the file, or brings its tables up to this version. The clock outlives it.
  static base::Result<Books> create(const std::string& path, const base::Clock& clock);
  // not_found: there is none; too_new: a newer version has written it.
  static base::Result<Books> open(const std::string& path, const base::Clock& clock);

  base::Result<sqlite::Statement> prepare(std::string_view sql) { return database_.prepare(sql); }
  // All writing is inside of one. Whatever is not committed is undone at its end.
  base::Result<sqlite::Change> begin() { return sqlite::Change::begin(database_); }
  std::string now() const { return base::to_string(clock_->now()); }
  std::string today() const { return now().substr(0, std::string_view("2026-03-02").size()); }

 private:
  Books(sqlite::Database database, const base::Clock& clock)
      : database_(std::move(database)), clock_(&clock) {}
  base::Result<std::int64_t> version();
  base::Done migrate();

  sqlite::Database database_;
  const base::Clock* clock_;
};

}  // namespace tradepost::sales
