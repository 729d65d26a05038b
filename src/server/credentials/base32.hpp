#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace tradepost::credentials {

// RFC 4648, section 6, which authenticator apps read.
inline constexpr std::string_view standard_alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
// Douglas Crockford's alphabet in lower case. It has no i, l, o and u, which people misread.
inline constexpr std::string_view readable_alphabet = "0123456789abcdefghjkmnpqrstvwxyz";

// Returns eight characters for each five bytes. The number of bytes must be a multiple of five, so
// that padding never occurs.
std::string base32(std::span<const std::uint8_t> bytes, std::string_view alphabet);

}  // namespace tradepost::credentials
