#pragma once

#include "base/ground/result.hpp"
#include "database/connection.hpp"

namespace tradepost::store::postgres {

// One process at a time moves a network into a database or out of it. The session has the lock, so
// it goes with the process: one that has just ended is waited for. in_use: it goes on.
base::Done lock_moves(database::Connection& connection);

}  // namespace tradepost::store::postgres
