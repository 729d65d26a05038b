#pragma once

#include <cstddef>

#include "base/ground/result.hpp"
#include "database/connection.hpp"

namespace tradepost::store::postgres {

// Of the tables: 1, 2, 3 …
std::size_t newest_version();

// Brings the tables to the form that this version of the binary works with: one transaction under a
// lock, so that several nodes may begin at once. too_new: a newer version has migrated them.
base::Done migrate(database::Connection& connection, std::size_t last = newest_version());

}  // namespace tradepost::store::postgres
