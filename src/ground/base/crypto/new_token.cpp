#include "base/crypto/new_token.hpp"

#include <array>
#include <span>

#include "base/crypto/base64url.hpp"

namespace tradepost::base {

std::string new_token(Random& random, std::string_view prefix) {
  std::array<char, 32> bits{};
  random.fill(std::as_writable_bytes(std::span(bits)));
  return std::string(prefix) + base64url({bits.data(), bits.size()});
}

}  // namespace tradepost::base
