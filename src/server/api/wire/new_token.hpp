#pragma once

#include <string>
#include <string_view>

#include "base/crypto/random.hpp"

namespace tradepost::api {

// Returns 256 random bits after a prefix, which identifies leaked tokens.
std::string new_token(base::Random& random, std::string_view prefix);

}  // namespace tradepost::api
