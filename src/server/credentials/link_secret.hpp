#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/crypto/random.hpp"
#include "base/crypto/sha256.hpp"

namespace tradepost::credentials {

// The secret part of a link that a person gets by e-mail: an invitation, or a link to choose a new
// password. Whoever has the link can use it, so the store has only the digest, and an expiry.
struct LinkSecret {
  std::string text;     // 43 characters that need no escapes in a URL
  base::Digest digest;  // for the store
};

LinkSecret new_link_secret(base::Random& random);

// Returns the digest of the secret in a link, or nullopt for a text that is not a link secret. The
// digest is searched in an index: a lookup by digest reveals nothing about other secrets.
std::optional<base::Digest> digest_of_link(std::string_view text);

}  // namespace tradepost::credentials
