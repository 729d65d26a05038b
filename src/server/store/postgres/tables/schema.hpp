#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "base/ground/result.hpp"
#include "database/connection.hpp"
#include "exchange/port/store_format.hpp"

namespace tradepost::store::postgres {

// Returns the newest version of the tables: 1, 2, 3 …
std::size_t newest_version();

// Brings the tables to the form of this version of the binary: one transaction for each migration,
// under a lock, so that several nodes can start at once. A migration that waits for a lock of trade
// for a second gives up and tries again. Returns `too_new` if the store has a newer format.
base::Done migrate(database::Connection& connection, std::size_t last = newest_version());

// A migration that the database does not have yet, for people.
struct Migration {
  std::size_t number = 0;
  std::string_view purpose;
  std::string_view locks;  // the table that it locks for an instant; empty: none
};
base::Result<std::vector<Migration>> due_migrations(database::Connection& connection);

// Returns the first format for a database without a number.
base::Result<exchange::StoreFormat> format_of(database::Connection& connection);
base::Error tables_too_new();

}  // namespace tradepost::store::postgres
