#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "base/crypto/random.hpp"
#include "base/crypto/sha256.hpp"

// Codes for a person who has lost the authenticator app. Each works once and has 80 random bits, so
// that SHA-256 is enough to store it.
namespace tradepost::credentials {

inline constexpr std::size_t recovery_codes_count = 10;

struct RecoveryCode {
  std::string text;     // for the person only: 7k3m-0qxd-a9ze-4v2h
  base::Digest digest;  // for the store
};

std::array<RecoveryCode, recovery_codes_count> new_recovery_codes(base::Random& random);

// Returns the place of the typed code in the list, or nullopt. Upper and lower case are equal, as
// are 0 and o, and 1, i and l; spaces and hyphens are ignored. The time does not depend on the
// digests. The caller removes the digest of a used code.
std::optional<std::size_t> matching(std::span<const base::Digest> digests, std::string_view typed);

}  // namespace tradepost::credentials
