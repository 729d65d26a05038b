#pragma once

#include <cstddef>

#include "database/connection.hpp"
#include "database/parameters.hpp"
#include "exchange/model/transaction_effects.hpp"

// The texts that became documents.
namespace tradepost::store::postgres {

// Reads form and text from `column` and the next one. The original shares the bytes of the rows.
exchange::Original original_of(const database::Rows& rows, std::size_t row, int column);

}  // namespace tradepost::store::postgres
