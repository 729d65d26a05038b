#pragma once

#include "api/request/route.hpp"

// Sessions of browsers (contract 8.8): of a token, or of a person.
namespace tradepost::api {

// Answers with a session cookie for the token of the request.
Answer begin_session(LoopContext& context, OpenCall call);
// Describes the owner of the token or session.
Answer show_session(LoopContext& context, OpenCall call);
Answer end_session(LoopContext& context, OpenCall call);

Answer show_ways_to_sign_in(LoopContext& context, OpenCall call);
// Sends a link to choose a new password to the address, if it belongs to a person.
Answer reset_own_password(LoopContext& context, OpenCall call);
// Begins the session of a person with a password.
Answer sign_in(LoopContext& context, OpenCall call);
// Answers with the address of the provider for the browser.
Answer begin_at_provider(LoopContext& context, OpenCall call);
// The provider has sent the browser back. Begins the session of the person whom it names.
Answer finish_at_provider(LoopContext& context, OpenCall call);
// Begins a session in another participant or flow, and ends the present one.
Answer switch_place(LoopContext& context, PersonCall call);

}  // namespace tradepost::api
