#pragma once

#include "exchange/model/model.hpp"
#include "http/message/request.hpp"

namespace tradepost::api {

// The body with its share of the memory budget: a store may keep it longer than its request waits
// for the answer.
exchange::Bytes kept_body(http::Request& request);

}  // namespace tradepost::api
