#pragma once

#include <string>
#include <string_view>

#include "base/crypto/random.hpp"

namespace tradepost::base {

// Returns 256 random bits after a prefix, which identifies leaked tokens.
std::string new_token(Random& random, std::string_view prefix);

}  // namespace tradepost::base
