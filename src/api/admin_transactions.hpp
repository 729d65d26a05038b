#pragma once

#include "api/workplace.hpp"
#include "base/task.hpp"
#include "http/response.hpp"

// The handlers of /admin/transactions: everything of everybody, and what an operator does with one
// (contract 5.7, 5.8, 9.11).
namespace tradepost::api {

base::Task<http::Response> list_all_transactions(Workplace& place, OperatorCall call);
base::Task<http::Response> show_any_transaction(Workplace& place, OperatorCall call);
base::Task<http::Response> requeue_any(Workplace& place, OperatorCall call);
base::Task<http::Response> discard_any(Workplace& place, OperatorCall call);

}  // namespace tradepost::api
