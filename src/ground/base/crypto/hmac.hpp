#pragma once

#include <string_view>

#include "base/crypto/sha256.hpp"

namespace tradepost::base {

// Returns the HMAC-SHA-256 (RFC 2104) of the message by a key of any length.
Digest hmac_sha256(std::string_view key, std::string_view message);

}  // namespace tradepost::base
