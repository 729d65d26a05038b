#pragma once

#include "api/workplace.hpp"
#include "base/task.hpp"
#include "exchange/history.hpp"
#include "http/response.hpp"

namespace tradepost::api {

// `scopes`: of who asked; operators have none and need none.
http::Response requeue_answer(const Workplace& place, const exchange::RequeueAnswer& answer,
                              exchange::Scopes scopes);

}  // namespace tradepost::api
