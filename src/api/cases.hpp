#pragma once

#include "api/workplace.hpp"
#include "base/task.hpp"
#include "http/response.hpp"

namespace tradepost::api {

// A case: JSON for who has a token, a page for who has a signed link alone.
base::Task<http::Response> show_case(Workplace& place, OpenCall call);

}  // namespace tradepost::api
