#pragma once

#include "api/workplace.hpp"
#include "base/task.hpp"
#include "http/response.hpp"

namespace tradepost::api {

// GET /admin/queues: what waits for whom (contract 9.8).
base::Task<http::Response> list_queues(Workplace& place, OperatorCall call);

}  // namespace tradepost::api
