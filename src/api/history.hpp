#pragma once

#include "api/workplace.hpp"
#include "base/task.hpp"
#include "http/response.hpp"

// The handlers of /v2/all-transactions.
namespace tradepost::api {

base::Task<http::Response> list_history(Workplace& place, Call call);
base::Task<http::Response> show_transaction(Workplace& place, Call call);
base::Task<http::Response> list_events(Workplace& place, Call call);

}  // namespace tradepost::api
