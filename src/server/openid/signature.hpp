#pragma once

#include <optional>
#include <string_view>

#include "openid/keys.hpp"

namespace tradepost::openid {

// Returns nullopt if the signature of the message by the algorithm of the key is right, otherwise
// key_too_weak or bad_signature. The signature has the form of a JSON Web Signature (RFC 7518):
// for ES256, the 64 bytes of r and s.
std::optional<Reason> fault_of_signature(const Key& key, std::string_view message,
                                         std::string_view signature);

}  // namespace tradepost::openid
