#pragma once

#include "api/request/route.hpp"

// GET /v2/requests: the newest requests of the caller's participant in its flow, as this process
// has answered them (contract 11.11).
namespace tradepost::api {

Answer list_requests(LoopContext& context, Call call);
Answer show_request(LoopContext& context, Call call);

}  // namespace tradepost::api
