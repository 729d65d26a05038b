#pragma once

#include "base/ground/result.hpp"
#include "database/connection.hpp"

namespace tradepost::store::postgres {

// Brings the tables to the form that this version of the binary works with: one transaction under a
// lock, so that several nodes may begin at once. too_new: a newer version has migrated them.
base::Done migrate(database::Connection& connection);

}  // namespace tradepost::store::postgres
