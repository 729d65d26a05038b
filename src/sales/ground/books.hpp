#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "base/clock.hpp"
#include "base/ground/result.hpp"
#include "sales/ground/statement.hpp"

namespace tradepost::sales {

// The sales database: customers, products, prices, orders and the documents about them. Its tables
// stand in docs/guides/importing.md. One thread.
class Books {
 public:
  // `address` is the path of an SQLite file, or postgres://USER@HOST/NAME.
  // Makes the file, or brings the tables up to this version. The clock outlives it.
  static base::Result<Books> create(const std::string& address, const base::Clock& clock);
  // not_found: there is none; too_new: a newer version has written it. unavailable: the server is
  // away; forbidden: it refuses this user, or has no such database.
  static base::Result<Books> open(const std::string& address, const base::Clock& clock);

  base::Result<Statement> prepare(std::string_view sql);
  // All writing is inside of one. Whatever is not committed is undone at its end.
  base::Result<Change> begin();
  std::string now() const { return base::to_string(clock_->now()); }
  std::string today() const { return now().substr(0, std::string_view("2026-03-02").size()); }

 private:
  Books(std::string address, const base::Clock& clock)
      : address_(std::move(address)), clock_(&clock) {}
  bool is_remote() const;
  base::Done connect();
  base::Done run(const char* script);
  base::Result<std::int64_t> version();
  base::Done migrate();

  std::string address_;
  // One of the two.
  std::optional<sqlite::Database> local_;
  std::unique_ptr<database::Connection> remote_;
  const base::Clock* clock_;
};

}  // namespace tradepost::sales
