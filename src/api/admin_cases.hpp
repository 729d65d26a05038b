#pragma once

#include "api/workplace.hpp"
#include "base/task.hpp"
#include "http/response.hpp"

// The handlers of /admin/cases: everybody's, of both flows (contract 8.4).
namespace tradepost::api {

base::Task<http::Response> list_all_cases(Workplace& place, OperatorCall call);
base::Task<http::Response> show_any_case(Workplace& place, OperatorCall call);
// Also says whose turn it is.
base::Task<http::Response> patch_any_case(Workplace& place, OperatorCall call);

}  // namespace tradepost::api
