#pragma once

#include "api/workplace.hpp"
#include "base/task.hpp"
#include "http/response.hpp"

// The handlers of /admin/sscc-ranges (contract 9.9).
namespace tradepost::api {

base::Task<http::Response> post_range(Workplace& place, OperatorCall call);
base::Task<http::Response> list_ranges(Workplace& place, OperatorCall call);

}  // namespace tradepost::api
