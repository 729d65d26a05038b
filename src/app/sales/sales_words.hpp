#pragma once

#include <expected>
#include <map>
#include <string>
#include <vector>

#include "app/console/command_line.hpp"
#include "app/console/exit_status.hpp"
#include "app/session/exchange_client.hpp"
#include "base/clock.hpp"
#include "sales/ground/books.hpp"
#include "sales/ground/numbers.hpp"

// Functions shared by the commands of the sales database.
namespace tradepost::app {

// Adds --database, which must not have a password. Its default is TRADEPOST_SALES, which may.
void add_database(Command command, std::string& path);

// Returns a name for people. An address of PostgreSQL is not shown: it may have a password.
std::string shown_database(const std::string& address);

// Prints the error to standard error. Returns faulty if the database refuses the operation.
ExitStatus print_error(const base::Error& error);

// Creates the database, or migrates it to the current version.
ExitOr<sales::Books> make_books(const std::string& path);
ExitOr<sales::Books> open_books(const std::string& path);
// Finds an order by the supplier's number or the customer's.
ExitOr<std::int64_t> order_numbered(sales::Books& books, const std::string& number);

// Parses words such as "3=120" to quantities by position.
ExitOr<std::map<std::int64_t, sales::Decimal>> quantities_of(const std::string& option,
                                                             const std::vector<std::string>& words);

// Runs `work` inside one change, and commits the change if `work` succeeds.
template <typename Work>
auto change_books(sales::Books& books, Work&& work)
    -> ExitOr<typename decltype(work())::value_type> {
  auto change = books.begin();
  if (!change) return std::unexpected(print_error(change.error()));
  auto done = work();
  if (!done) return std::unexpected(print_error(done.error()));
  if (const auto committed = change->commit(); !committed) {
    return std::unexpected(print_error(committed.error()));
  }
  return *std::move(done);
}

void add_order_commands(Command sales, ExitStatus& status);

}  // namespace tradepost::app
