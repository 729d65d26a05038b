#pragma once

#include <span>

#include "api/request/route.hpp"

namespace tradepost::api {

// All of them.
std::span<const Route> routes();

}  // namespace tradepost::api
