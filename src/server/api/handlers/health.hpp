#pragma once

#include <span>

#include "api/request/route.hpp"

namespace tradepost::api {

// Routes for monitoring: liveness, readiness and metrics. A separate listener serves them without a
// token.
std::span<const Route> health_routes();

Answer show_alive(LoopContext& context, OpenCall call);
// Answers 503 after the signal to stop, and while the database does not respond.
Answer show_ready(LoopContext& context, OpenCall call);
Answer show_metrics(LoopContext& context, OpenCall call);
Answer show_metrics_to_operator(LoopContext& context, OperatorCall call);

}  // namespace tradepost::api
