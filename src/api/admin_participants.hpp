#pragma once

#include "api/workplace.hpp"
#include "base/task.hpp"
#include "http/response.hpp"

// The handlers of /admin/participants (contract 9.3 to 9.5).
namespace tradepost::api {

base::Task<http::Response> post_participant(Workplace& place, OperatorCall call);
base::Task<http::Response> list_participants(Workplace& place, OperatorCall call);
base::Task<http::Response> get_participant(Workplace& place, OperatorCall call);
base::Task<http::Response> patch_participant(Workplace& place, OperatorCall call);
base::Task<http::Response> delete_participant(Workplace& place, OperatorCall call);

}  // namespace tradepost::api
