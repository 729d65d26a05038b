#pragma once

#include "api/request/loop_context.hpp"
#include "exchange/model/model.hpp"

namespace tradepost::api {

// Returns the body with its share of the memory budget. A store may keep the body after its request
// has stopped waiting for the answer, and the request log may copy it.
exchange::Bytes kept_body(const OpenCall& call);

}  // namespace tradepost::api
