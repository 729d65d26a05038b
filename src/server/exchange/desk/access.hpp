#pragma once

#include <optional>

#include "exchange/desk/desk.hpp"

namespace tradepost::exchange {

// Returns the caller that has the token at this moment (contract 8.2). Returns nullopt if the token
// is unknown, expired or revoked, or if its participant has left or is leaving the network.
std::optional<Caller> caller_with(const Directory& directory, const Digest& token, Instant now);

// Returns true if the caller's token is still valid.
bool is_still_valid(const Caller& caller, const Directory& directory, Instant now);

}  // namespace tradepost::exchange
