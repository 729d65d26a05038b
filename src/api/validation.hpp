#pragma once

#include "api/workplace.hpp"
#include "base/task.hpp"
#include "http/response.hpp"

namespace tradepost::api {

// POST /v2/transactions/validate: what sending would say, and nothing is kept (contract 2.5).
base::Task<http::Response> validate_document(Workplace& place, Call call);

}  // namespace tradepost::api
