#include "api/health.hpp"

#include <array>

#include "api/answer.hpp"

namespace tradepost::api {
namespace {

http::Response said(int status, std::string_view body) {
  http::Response response = json(status, body);
  response.header("Cache-Control", "no-store");
  return response;
}

}  // namespace

Answer tell_alive(Workplace& /*place*/, OpenCall /*call*/) {
  co_return said(200, R"({"status":"alive"})");
}

Answer tell_ready(Workplace& place, OpenCall /*call*/) {
  if (place.network.is_stopping)
    co_return said(503, R"({"status":"ending","message":"The process is about to end."})");
  co_return said(200, R"({"status":"ready"})");
}

std::span<const Route> health_routes() {
  static constexpr std::array table = {
      Route{"GET", "/healthz", Body::none, ForAnybody{tell_alive}},
      Route{"GET", "/readyz", Body::none, ForAnybody{tell_ready}},
  };
  return table;
}

}  // namespace tradepost::api
