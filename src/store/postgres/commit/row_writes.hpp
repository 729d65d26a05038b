#pragma once

#include <map>
#include <vector>

#include "database/parameters.hpp"
#include "store/postgres/commit/writes.hpp"

namespace tradepost::store::postgres {

// Of the rows that have changed: they themselves, and the tables that lead to them.
std::vector<database::Statement> statements_of(
    const std::map<exchange::TransactionId, KnownRow>& rows);

}  // namespace tradepost::store::postgres
