#pragma once

#include "exchange/model/model.hpp"
#include "http/message/request.hpp"

namespace tradepost::api {

// The body for whoever keeps it, with what it takes of the memory: a store may have it longer than
// its request waits for the answer.
exchange::Bytes kept_body(http::Request& request);

}  // namespace tradepost::api
