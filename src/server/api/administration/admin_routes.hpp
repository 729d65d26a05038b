#pragma once

#include <span>

#include "api/request/route.hpp"

namespace tradepost::api {

// Returns the routes of operators, which are part of routes().
std::span<const Route> admin_routes();

}  // namespace tradepost::api
