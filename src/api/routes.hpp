#pragma once

#include <span>

#include "api/route.hpp"

namespace tradepost::api {

// All of them.
std::span<const Route> routes();

}  // namespace tradepost::api
