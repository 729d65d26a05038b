#pragma once

#include "api/workplace.hpp"
#include "base/task.hpp"
#include "http/response.hpp"

namespace tradepost::api {

// POST /v2/all-transactions/{id}/requeue (decisions 5.7).
base::Task<http::Response> requeue_document(Workplace& place, Call call);

}  // namespace tradepost::api
