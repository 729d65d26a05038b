#pragma once

#include "api/request/route.hpp"

// The console in the browser: its page, its files and its sessions.
namespace tradepost::api {

// Redirects from the bare address.
Answer lead_to_console(Workplace& place, OpenCall call);
// Serves the only page. Its script shows the view for the path.
Answer show_console(Workplace& place, OpenCall call);
// Returns the same page for the address of a case. Its script shows only that case, by the link
// (contract 8.7).
http::Response console_page(Workplace& place, const OpenCall& call, int status);
Answer show_file_of_console(Workplace& place, OpenCall call);

// Answers with a session cookie for the token of the request (contract 8.8).
Answer begin_session(Workplace& place, OpenCall call);
// Describes the owner of the token or session.
Answer show_session(Workplace& place, OpenCall call);
Answer end_session(Workplace& place, OpenCall call);

}  // namespace tradepost::api
