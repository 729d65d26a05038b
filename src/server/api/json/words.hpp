#pragma once

#include <optional>
#include <string_view>

#include "exchange/model/case.hpp"
#include "exchange/model/transaction.hpp"

// The names in the API for the values that the exchange stores as numbers (contract 7.1, 8.4).
namespace tradepost::api {

std::string_view word_of(exchange::ErrorType type);          // DATA
std::string_view word_of(exchange::CaseStatus status);       // open
std::string_view word_of(exchange::Turn turn);               // sender
std::string_view word_of(exchange::CaseOrigin origin);       // failure
std::string_view word_of(exchange::ResolvedBy resolved_by);  // newer_version

std::optional<exchange::ErrorType> error_type(std::string_view word);
std::optional<exchange::CaseStatus> case_status(std::string_view word);

}  // namespace tradepost::api
