#pragma once

#include "api/request/loop_context.hpp"
#include "exchange/people/joining.hpp"

namespace tradepost::api {

// Returns the caller as the manager of people.
inline exchange::Manager manager_of(const Call& call) {
  return {.by = call.caller.actor(), .of = call.caller.participant};
}
inline exchange::Manager manager_of(const OperatorCall& call) {
  return {.by = exchange::Actor::of(call.by), .of = std::nullopt};
}

}  // namespace tradepost::api
