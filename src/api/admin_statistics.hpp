#pragma once

#include "api/workplace.hpp"
#include "base/task.hpp"
#include "http/response.hpp"

namespace tradepost::api {

// GET /admin/statistics: how much was sent, and what has become of it.
base::Task<http::Response> show_statistics(Workplace& place, OperatorCall call);

}  // namespace tradepost::api
