#pragma once

#include "api/request/route.hpp"

// The rules for signing in to a participant, or as an operator.
namespace tradepost::api {

Answer show_sign_in_rules(LoopContext& context, Call call);
Answer put_sign_in_rules(LoopContext& context, Call call);
Answer show_sign_in_rules_of_operators(LoopContext& context, OperatorCall call);
Answer put_sign_in_rules_of_operators(LoopContext& context, OperatorCall call);

}  // namespace tradepost::api
