#pragma once

#include "api/workplace.hpp"
#include "base/task.hpp"
#include "http/response.hpp"

// The handlers of /admin/operators (contract 9.1).
namespace tradepost::api {

base::Task<http::Response> post_operator(Workplace& place, OperatorCall call);
base::Task<http::Response> list_operators(Workplace& place, OperatorCall call);
base::Task<http::Response> delete_operator(Workplace& place, OperatorCall call);

}  // namespace tradepost::api
