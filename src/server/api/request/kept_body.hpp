#pragma once

#include "exchange/model/model.hpp"
#include "http/message/request.hpp"

namespace tradepost::api {

// Returns the body with its share of the memory budget. A store may keep the body after its request
// has stopped waiting for the answer.
exchange::Bytes kept_body(http::Request& request);

}  // namespace tradepost::api
