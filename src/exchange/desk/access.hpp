#pragma once

#include <optional>

#include "exchange/desk/desk.hpp"

namespace tradepost::exchange {

// Whom a token lets in at this moment (contract 8.2): nothing where it is none, has expired or was
// revoked, or where its participant has left the network, or is about to.
std::optional<Caller> caller_with(const Directory& directory, const Digest& token, Instant now);

// Whether the token that let the caller in would still do so.
bool is_still_valid(const Caller& caller, const Directory& directory, Instant now);

}  // namespace tradepost::exchange
