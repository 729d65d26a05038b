#pragma once

#include "api/request/loop_context.hpp"
#include "base/tasks/task.hpp"
#include "exchange/views/history.hpp"
#include "http/message/response.hpp"

namespace tradepost::api {

// `scopes` are the caller's; operators have and need none.
http::Response requeue_answer(const LoopContext& context, const exchange::RequeueAnswer& answer,
                              exchange::Scopes scopes);

}  // namespace tradepost::api
