#pragma once

#include <string>
#include <string_view>

#include "base/crypto/random.hpp"

namespace tradepost::api {

// 256 random bits behind a prefix by which one is found where it has no business to be.
std::string new_token(base::Random& random, std::string_view prefix);

}  // namespace tradepost::api
