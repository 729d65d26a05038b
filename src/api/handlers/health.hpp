#pragma once

#include <span>

#include "api/request/route.hpp"

namespace tradepost::api {

// What a watch asks the process: alive, ready for requests, and its numbers. For a listener of its
// own, where nobody needs a token.
std::span<const Route> health_routes();

Answer tell_alive(Workplace& place, OpenCall call);
// 503 after the process was signalled to end, and while its database does not answer.
Answer tell_ready(Workplace& place, OpenCall call);
Answer tell_metrics(Workplace& place, OpenCall call);
Answer tell_metrics_to_operator(Workplace& place, OperatorCall call);

}  // namespace tradepost::api
