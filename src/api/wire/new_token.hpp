#pragma once

#include <string>
#include <string_view>

#include "base/crypto/random.hpp"

namespace tradepost::api {

// 256 random bits after a prefix, by which a leaked token can be recognised.
std::string new_token(base::Random& random, std::string_view prefix);

}  // namespace tradepost::api
