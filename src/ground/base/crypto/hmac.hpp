#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "base/crypto/sha256.hpp"

namespace tradepost::base {

// Returns the HMAC-SHA-256 (RFC 2104) of the message by a key of any length.
Digest hmac_sha256(std::string_view key, std::string_view message);

// Returns the HMAC-SHA-1. It is only for one-time codes, whose standard requires it: new formats
// use SHA-256.
std::array<std::uint8_t, 20> hmac_sha1(std::string_view key, std::string_view message);

}  // namespace tradepost::base
