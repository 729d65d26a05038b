#pragma once

#include "api/request/route.hpp"

// The account of a person with memberships, sessions and subscriptions, as a file.
namespace tradepost::api {

Answer export_me(LoopContext& context, PersonCall call);
Answer export_any_person(LoopContext& context, OperatorCall call);

}  // namespace tradepost::api
