#pragma once

#include "api/workplace.hpp"
#include "base/task.hpp"
#include "http/response.hpp"

// The handlers of /v2/trade-partners (contract 5.4, 5.5).
namespace tradepost::api {

base::Task<http::Response> list_trade_partners(Workplace& place, Call call);
// Accepts, blocks or puts off what the partner sends; or asks it to take what the caller sends.
base::Task<http::Response> put_trade_partner(Workplace& place, Call call);

}  // namespace tradepost::api
