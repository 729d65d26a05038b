#pragma once

#include "exchange/model.hpp"
#include "http/request.hpp"

namespace tradepost::api {

// The body for whoever keeps it, with what it takes of the memory: a store may have it longer than
// its request waits for the answer.
exchange::Bytes kept_body(http::Request& request);

}  // namespace tradepost::api
