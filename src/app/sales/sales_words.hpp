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

// What the commands of the sales database share.
namespace tradepost::app {

// --database, which may have no password, or else TRADEPOST_SALES, which may.
void add_database(Command command, std::string& path);

// For people: an address of PostgreSQL may have a password.
std::string shown_database(const std::string& address);

// On standard error: why it could not be done, or why it is not done.
ExitStatus tell(const base::Error& error);

// Makes them, or brings them up to date.
OrTold<sales::Books> make_books(const std::string& path);
OrTold<sales::Books> open_books(const std::string& path);
// Of ours, or the customer's.
OrTold<std::int64_t> order_numbered(sales::Books& books, const std::string& number);

// "3=120": quantities by the positions of lines.
OrTold<std::map<std::int64_t, sales::Decimal>> quantities_of(const std::string& option,
                                                             const std::vector<std::string>& words);

// `work` inside of one change, which is committed if it is done.
template <typename Work>
auto change_books(sales::Books& books, Work&& work)
    -> OrTold<typename decltype(work())::value_type> {
  auto change = books.begin();
  if (!change) return std::unexpected(tell(change.error()));
  auto done = work();
  if (!done) return std::unexpected(tell(done.error()));
  if (const auto committed = change->commit(); !committed) {
    return std::unexpected(tell(committed.error()));
  }
  return *std::move(done);
}

void add_order_commands(Command sales, ExitStatus& status);

}  // namespace tradepost::app
