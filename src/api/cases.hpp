#pragma once

#include "api/workplace.hpp"
#include "base/task.hpp"
#include "http/response.hpp"

// The handlers of /v2/errors (contract 8.4).
namespace tradepost::api {

base::Task<http::Response> list_cases(Workplace& place, Call call);
base::Task<http::Response> post_case(Workplace& place, Call call);
base::Task<http::Response> patch_case(Workplace& place, Call call);
// A case: JSON for who has a token, a page for who has a signed link alone.
base::Task<http::Response> show_case(Workplace& place, OpenCall call);

}  // namespace tradepost::api
