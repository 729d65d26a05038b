#pragma once

#include "base/ground/result.hpp"
#include "database/connection.hpp"

namespace tradepost::store::postgres {

// Allows one process at a time to move a network into a database or out of it. The session holds
// the lock, so the end of the process releases it. Waits a few seconds for a process that is
// ending, and then returns `in_use`.
base::Done lock_moves(database::Connection& connection);

}  // namespace tradepost::store::postgres
