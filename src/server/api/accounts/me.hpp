#pragma once

#include "api/request/route.hpp"

// The own account of a person who has signed in.
namespace tradepost::api {

Answer show_me(LoopContext& context, PersonCall call);
// Changes name, language and time zone.
Answer patch_me(LoopContext& context, PersonCall call);
// Proves with the password that the person uses the session.
Answer confirm_me(LoopContext& context, PersonCall call);
Answer put_own_password(LoopContext& context, PersonCall call);

// Proposes a secret for an authenticator app, which is not kept yet.
Answer propose_second_factor(LoopContext& context, PersonCall call);
Answer begin_second_factor(LoopContext& context, PersonCall call);
Answer end_second_factor(LoopContext& context, PersonCall call);

Answer list_own_sessions(LoopContext& context, PersonCall call);
Answer end_own_session(LoopContext& context, PersonCall call);
Answer end_own_sessions(LoopContext& context, PersonCall call);

}  // namespace tradepost::api
