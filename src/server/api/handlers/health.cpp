#include "api/handlers/health.hpp"

#include <array>
#include <chrono>
#include <utility>

#include "api/json/queue_lines.hpp"
#include "api/request/meters.hpp"
#include "api/wire/answer.hpp"
#include "base/metrics.hpp"
#include "exchange/administration/number_ranges.hpp"

namespace tradepost::api {
namespace {

constexpr std::chrono::seconds queues_read_within{4};  // a collector of metrics waits for ten

http::Response said(int status, std::string_view body) {
  http::Response response = json(status, body);
  response.header("Cache-Control", "no-store");
  return response;
}

}  // namespace

Answer show_alive(LoopContext& /*place*/, OpenCall /*call*/) {
  co_return said(200, R"({"status":"alive"})");
}

Answer show_ready(LoopContext& context, OpenCall /*call*/) {
  if (context.services.has_failed) {
    co_return said(
        503, R"({"status":"failed","message":"The store has failed. The log has the reason."})");
  }
  if (context.services.is_stopping)
    co_return said(503, R"({"status":"ending","message":"The process is shutting down."})");
  if (!context.services.knows_directory(context.loop.now())) {
    co_return said(503, R"({"status":"waiting","message":"The database does not answer."})");
  }
  co_return said(200, R"({"status":"ready"})");
}

Answer show_metrics(LoopContext& context, OpenCall /*call*/) {
  std::string text = context.services.meters.text();
  // While the database does not answer, the lines that need it are absent, and the others arrive.
  if (context.services.knows_directory(context.loop.now())) {
    const auto deadline = context.loop.now() + queues_read_within;
    const auto queues = co_await context.desk.store.queues({}, deadline);
    if (queues) append_queue_lines(text, *queues, context.services.clock.now());
    const auto running_out = co_await exchange::running_out(context.desk, deadline);
    if (running_out) {
      base::append_gauge(
          text, "tradepost_sscc_ranges_low",
          "Participants, by flow, with less than a tenth of the numbers of their SSCC ranges left.",
          static_cast<double>(running_out->size()));
    }
  }
  http::Response response(200);
  response.header("Content-Type", "text/plain; version=0.0.4; charset=utf-8");
  response.header("Cache-Control", "no-store");
  response.body.append(text);
  co_return response;
}

Answer show_metrics_to_operator(LoopContext& context, OperatorCall call) {
  auto answer = co_await show_metrics(context, std::move(call));
  co_return answer;
}

std::span<const Route> health_routes() {
  static constexpr std::array table = {
      Route{"GET", "/healthz", Body::none, ForAnybody{show_alive}, Comes::as_json, Links::none,
            Pace::free},
      Route{"GET", "/readyz", Body::none, ForAnybody{show_ready}, Comes::as_json, Links::none,
            Pace::free},
      Route{"GET", "/metrics", Body::none, ForAnybody{show_metrics}, Comes::as_it_is, Links::none,
            Pace::free},
  };
  return table;
}

}  // namespace tradepost::api
