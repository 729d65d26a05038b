#pragma once

#include "api/workplace.hpp"
#include "base/task.hpp"
#include "http/response.hpp"

namespace tradepost::api {

// GET /admin/events: who did what when (contract 9.2).
base::Task<http::Response> list_acts(Workplace& place, OperatorCall call);

}  // namespace tradepost::api
