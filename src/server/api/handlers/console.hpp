#pragma once

#include "api/request/route.hpp"

// The console in the browser: its page, its files and its sessions.
namespace tradepost::api {

// Redirects from the bare address.
Answer lead_to_console(LoopContext& context, OpenCall call);
// Serves the only page. Its script shows the view for the path.
Answer show_console(LoopContext& context, OpenCall call);
// Returns the same page for the address of a case. Its script shows only that case, by the link
// (contract 8.7).
http::Response console_page(LoopContext& context, const OpenCall& call, int status);
Answer show_file_of_console(LoopContext& context, OpenCall call);

// Answers with a session cookie for the token of the request (contract 8.8).
Answer begin_session(LoopContext& context, OpenCall call);
// Describes the owner of the token or session.
Answer show_session(LoopContext& context, OpenCall call);
Answer end_session(LoopContext& context, OpenCall call);

}  // namespace tradepost::api
