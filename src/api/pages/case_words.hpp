#pragma once

#include <string_view>

#include "exchange/model/transaction.hpp"

// What the page of a case says of its kind and its state (contract 8.4).
namespace tradepost::api {

std::string_view title_of(exchange::CaseOrigin origin);
// Whose turn it is, or how it was resolved.
std::string_view state_of(const exchange::Case& value);
// The next step, and the side that takes it; empty: none.
std::string_view next_step_of(const exchange::Case& value);

}  // namespace tradepost::api
