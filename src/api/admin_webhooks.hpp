#pragma once

#include "api/workplace.hpp"
#include "base/task.hpp"
#include "http/response.hpp"

namespace tradepost::api {

// GET /admin/webhooks: those of all participants, and how far they are.
base::Task<http::Response> list_all_webhooks(Workplace& place, OperatorCall call);

}  // namespace tradepost::api
