#pragma once

#include <map>
#include <vector>

#include "database/parameters.hpp"
#include "store/postgres/commit/writes.hpp"

namespace tradepost::store::postgres {

// Returns the statements that write the changed rows and the tables that lead to them. `sent` has
// the new transactions in their order.
std::vector<database::Statement> statements_of(
    const std::map<exchange::TransactionId, KnownRow>& rows,
    const std::vector<exchange::TransactionId>& sent);

}  // namespace tradepost::store::postgres
