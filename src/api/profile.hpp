#pragma once

#include "api/workplace.hpp"
#include "base/task.hpp"
#include "http/response.hpp"

// The handlers of /v2/profile (contract 1.2, 4.5, 4.7).
namespace tradepost::api {

base::Task<http::Response> show_profile(Workplace& place, Call call);
base::Task<http::Response> put_profile(Workplace& place, Call call);

}  // namespace tradepost::api
