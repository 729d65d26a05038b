#pragma once

#include "api/workplace.hpp"
#include "base/task.hpp"
#include "http/response.hpp"

// The handlers of /v2/transactions: a body becomes a request of the exchange, its outcome an
// answer.
namespace tradepost::api {

base::Task<http::Response> ping(Workplace& place, Call call);
base::Task<http::Response> list_incoming(Workplace& place, Call call);
base::Task<http::Response> send_document(Workplace& place, Call call);
base::Task<http::Response> report_one(Workplace& place, Call call);
base::Task<http::Response> report_many(Workplace& place, Call call);

}  // namespace tradepost::api
