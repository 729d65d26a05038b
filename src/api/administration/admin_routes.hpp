#pragma once

#include <span>

#include "api/request/route.hpp"

namespace tradepost::api {

// Those of operators, which are a part of routes().
std::span<const Route> admin_routes();

}  // namespace tradepost::api
