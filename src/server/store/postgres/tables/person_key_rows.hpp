#pragma once

#include <string_view>

#include "database/connection.hpp"
#include "exchange/port/person_keys.hpp"

// Rows of the table `person_key`.
namespace tradepost::store::postgres {

std::string_view view_of(const base::SealKey& key);
// Returns the key of a row with id, key and address.
exchange::PersonKey person_key_of(const database::Rows& rows, std::size_t row);

}  // namespace tradepost::store::postgres
