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

// The sales database: customers, products, prices, orders and the documents about them.
// docs/guides/importing.md lists its tables. Used by one thread.
class Books {
 public:
  // Creates the database, or migrates its tables to this version. `address` is the path of an
  // SQLite file, or postgres://USER@HOST/NAME. The clock must outlive the books.
  static base::Result<Books> create(const std::string& address, const base::Clock& clock);
  // Fails with not_found if there is none yet, too_new if a newer version has written it,
  // unavailable if the server is away, and forbidden if the server refuses the user or lacks the
  // database.
  static base::Result<Books> open(const std::string& address, const base::Clock& clock);

  base::Result<Statement> prepare(std::string_view sql);
  // Begins the transaction that every write requires. It is rolled back unless it is committed.
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
  // Exactly one of the two is set.
  std::optional<sqlite::Database> local_;
  std::unique_ptr<database::Connection> remote_;
  const base::Clock* clock_;
};

}  // namespace tradepost::sales
