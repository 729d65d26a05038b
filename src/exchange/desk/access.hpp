#pragma once

#include <optional>

#include "exchange/desk/desk.hpp"

namespace tradepost::exchange {

// The caller that has the token at this moment (contract 8.2). Nothing if there is none, the token
// has expired or was revoked, or its participant has left the network or is about to.
std::optional<Caller> caller_with(const Directory& directory, const Digest& token, Instant now);

// Whether the token that let the caller in would still do so.
bool is_still_valid(const Caller& caller, const Directory& directory, Instant now);

}  // namespace tradepost::exchange
