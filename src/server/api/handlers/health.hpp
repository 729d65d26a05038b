#pragma once

#include <span>

#include "api/request/route.hpp"

namespace tradepost::api {

// Routes for monitoring: liveness, readiness and metrics. A separate listener serves them without a
// token.
std::span<const Route> health_routes();

Answer tell_alive(Workplace& place, OpenCall call);
// Answers 503 after the signal to stop, and while the database does not respond.
Answer tell_ready(Workplace& place, OpenCall call);
Answer tell_metrics(Workplace& place, OpenCall call);
Answer tell_metrics_to_operator(Workplace& place, OperatorCall call);

}  // namespace tradepost::api
