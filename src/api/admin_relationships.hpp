#pragma once

#include "api/workplace.hpp"
#include "base/task.hpp"
#include "http/response.hpp"

// The handlers of /admin/relationships (contract 5.4, 9.7).
namespace tradepost::api {

base::Task<http::Response> put_relationships(Workplace& place, OperatorCall call);
base::Task<http::Response> list_relationships(Workplace& place, OperatorCall call);

}  // namespace tradepost::api
