#pragma once

#include <span>

#include "api/request/route.hpp"

namespace tradepost::api {

// Returns every route of the API, including the routes of operators.
std::span<const Route> routes();

}  // namespace tradepost::api
