#pragma once

#include "base/ground/result.hpp"
#include "database/connection.hpp"
#include "database/parameters.hpp"
#include "exchange/port/drafts.hpp"

// Rows of the table `draft`.
namespace tradepost::store::postgres {

// Returns the values of all columns in their order.
database::Parameters row_of(const exchange::Draft& draft);
// Returns the head in the first column, or `damaged`.
base::Result<exchange::DraftHead> draft_head_in(const database::Rows& rows, std::size_t row);

}  // namespace tradepost::store::postgres
