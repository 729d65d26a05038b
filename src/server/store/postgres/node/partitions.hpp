#pragma once

#include "base/clock.hpp"
#include "base/ground/result.hpp"
#include "database/connection.hpp"

namespace tradepost::store::postgres {

// Makes the partitions of this month and of the next three. Drops empty partitions of earlier
// months. One node does this at a time; the others return at once. A table that another transaction
// has locked is skipped until the next call.
base::Done tend_partitions(database::Connection& connection, base::Instant now);

}  // namespace tradepost::store::postgres
