#pragma once

#include "api/request/route.hpp"

// The own account of a person who has signed in.
namespace tradepost::api {

Answer show_me(LoopContext& context, PersonCall call);
// Proves with the password that the person uses the session.
Answer confirm_me(LoopContext& context, PersonCall call);
Answer put_own_password(LoopContext& context, PersonCall call);

}  // namespace tradepost::api
