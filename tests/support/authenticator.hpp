#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>

#include "credentials/one_time_code.hpp"

// The authenticator app of a person.
namespace tradepost::authenticator {

// Reads a secret as a person types it into the app.
inline credentials::CodeSecret secret_in(std::string_view base32) {
  constexpr std::string_view digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
  credentials::CodeSecret secret{};
  std::uint32_t bits = 0;
  std::size_t filled = 0;
  std::size_t byte = 0;
  for (const char digit : base32) {
    bits = bits << 5 | static_cast<std::uint32_t>(digits.find(digit));
    filled += 5;
    if (filled < 8) continue;
    filled -= 8;
    secret.at(byte++) = static_cast<std::uint8_t>(bits >> filled);
  }
  return secret;
}

// Shows the code of a moment.
inline std::string code_at(std::string_view base32, base::Instant at) {
  return credentials::code_at(secret_in(base32), at);
}

}  // namespace tradepost::authenticator
