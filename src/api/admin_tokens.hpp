#pragma once

#include <string>
#include <string_view>

#include "api/workplace.hpp"
#include "base/random.hpp"
#include "base/task.hpp"
#include "http/response.hpp"

// The handlers of /admin/tokens (contract 8.2, 9.6).
namespace tradepost::api {

// 256 random bits behind a prefix by which one is found where it has no business to be.
std::string new_token(base::Random& random, std::string_view prefix);

base::Task<http::Response> post_token(Workplace& place, OperatorCall call);
base::Task<http::Response> list_tokens(Workplace& place, OperatorCall call);
base::Task<http::Response> delete_token(Workplace& place, OperatorCall call);

}  // namespace tradepost::api
