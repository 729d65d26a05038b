#pragma once

#include <cstddef>

#include "base/ground/result.hpp"
#include "database/connection.hpp"

namespace tradepost::store::postgres {

// Returns the newest version of the tables: 1, 2, 3 …
std::size_t newest_version();

// Brings the tables to the form of this version of the binary, in one transaction under a lock, so
// that several nodes can start at once. Returns `too_new` if a newer version has migrated them.
base::Done migrate(database::Connection& connection, std::size_t last = newest_version());

}  // namespace tradepost::store::postgres
