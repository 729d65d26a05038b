#pragma once

#include <expected>
#include <string>

#include "base/tasks/task.hpp"
#include "calls/calls.hpp"
#include "openid/authorization.hpp"

namespace tradepost::openid {

// Returns the request that exchanges a code at the token endpoint. The client authenticates with
// its secret in the header or the body, as the provider supports, or with PKCE alone.
std::expected<calls::Call, Refusal> token_request(const Provider& provider,
                                                  const Metadata& metadata, const Attempt& attempt,
                                                  std::string code);

// Makes the request and returns the ID token of the answer, unchecked. Access tokens are ignored.
base::Task<std::expected<std::string, Refusal>> id_token_for(calls::Calls& calls,
                                                             calls::Call request);

}  // namespace tradepost::openid
