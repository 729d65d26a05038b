#pragma once

#include "base/clock.hpp"
#include "base/ground/result.hpp"
#include "database/connection.hpp"

namespace tradepost::store::postgres {

// Makes the partitions of this month and of the next three, and drops those of earlier months that
// have no row. One node does it at a time; the others return at once. What another transaction
// locks is left for the next time.
base::Done tend_partitions(database::Connection& connection, base::Instant now);

}  // namespace tradepost::store::postgres
