#pragma once

#include "api/workplace.hpp"
#include "base/task.hpp"
#include "http/response.hpp"

// The handlers of what an operator sets for the whole network (contract 5.4, 8.3, 8.6, 9.2).
namespace tradepost::api {

base::Task<http::Response> show_settings(Workplace& place, OperatorCall call);
base::Task<http::Response> put_network(Workplace& place, OperatorCall call);
base::Task<http::Response> show_retention(Workplace& place, OperatorCall call);
base::Task<http::Response> put_retention(Workplace& place, OperatorCall call);
base::Task<http::Response> show_webhook_targets(Workplace& place, OperatorCall call);
base::Task<http::Response> put_webhook_targets(Workplace& place, OperatorCall call);

}  // namespace tradepost::api
