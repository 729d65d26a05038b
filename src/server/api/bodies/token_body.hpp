#pragma once

#include <optional>
#include <string>

#include "api/bodies/admin_body.hpp"
#include "base/crypto/random.hpp"
#include "exchange/administration/administer.hpp"

namespace tradepost::api {

// Reads the scopes, the end and the name of a new token.
void read_token(Fields& fields, base::Instant now, exchange::TokenRequest& request);

// Returns the text of a new token, and keeps its hash in the request.
std::string new_token_for(exchange::TokenRequest& request, base::Random& random);

}  // namespace tradepost::api
