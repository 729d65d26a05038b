#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "api/access.hpp"
#include "api/workplace.hpp"
#include "base/task.hpp"
#include "http/response.hpp"

namespace tradepost::api {

using Handler = base::Task<http::Response> (*)(Workplace& place, Call call);

enum class Body : std::uint8_t { none, json };

// One way into the exchange.
struct Route {
  std::string_view method;
  std::string_view path;
  Who who;
  Body body;
  Handler handler;
};

// All of them.
std::span<const Route> routes();

}  // namespace tradepost::api
