#pragma once

#include <cstdint>
#include <expected>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "openid/refusal.hpp"

// The public keys of a provider (JWKS, RFC 7517 and RFC 8037).
namespace tradepost::openid {

// The algorithms of ID tokens: RS256, ES256, and EdDSA with Ed25519.
enum class Algorithm : std::uint8_t { rs256, es256, eddsa };

std::optional<Algorithm> algorithm_named(std::string_view name);

// A key as the provider publishes it. Only its form is checked.
struct Key {
  std::string id;                      // kid; may be empty
  std::optional<Algorithm> algorithm;  // none if `alg` is another one of the same type
  bool is_for_signatures = true;       // by `use` and `key_ops`
  std::string first;                   // the bytes of n or x
  std::string second;                  // the bytes of e or y; empty for Ed25519
};

// Reads a key set. Keys of other types and incomplete keys are left out.
std::expected<std::vector<Key>, Reason> keys_in(std::string_view json);

}  // namespace tradepost::openid
