#pragma once

#include <chrono>
#include <cstddef>
#include <expected>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/clock.hpp"
#include "openid/keys.hpp"
#include "openid/refusal.hpp"

// ID tokens (OpenID Connect Core 1.0, 3.1.3.7; RFC 8725).
namespace tradepost::openid {

inline constexpr std::size_t id_token_bytes_max = 16u << 10;
inline constexpr std::size_t subject_bytes_max = 255;

// The person, as the provider describes it. A text is empty if its claim is absent or is not a
// text.
struct Claims {
  std::string subject;  // identifies the person at this issuer
  std::string email;
  bool is_email_verified = false;
  std::string name;
  std::string locale;
  std::string zoneinfo;
  std::optional<std::chrono::sys_seconds> authenticated_at;  // auth_time
  // All other claims with a text or a list of texts. A claim of another type is left out.
  std::map<std::string, std::vector<std::string>> others;
};

struct Expectation {
  std::string_view issuer;
  std::string_view audience;  // our client id
  std::string_view nonce;
  base::Instant now;
  std::chrono::seconds skew{60};  // the allowed difference between the clocks
  std::span<const Algorithm> algorithms;
};

// Returns the claims of a token that one of the keys has signed and that meets the expectation.
// Keys and addresses in the header of the token (jwk, jku, x5u) are ignored.
std::expected<Claims, Reason> checked(std::string_view token, std::span<const Key> keys,
                                      const Expectation& expectation);

}  // namespace tradepost::openid
