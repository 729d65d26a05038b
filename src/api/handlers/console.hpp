#pragma once

#include "api/request/route.hpp"

// The console in the browser: its page, its files, and the sessions of those who use it.
namespace tradepost::api {

// From the bare address.
Answer lead_to_console(Workplace& place, OpenCall call);
// The one page; its script shows what the path says.
Answer show_console(Workplace& place, OpenCall call);
// The same page at the address of a case, where its script shows that case by the link, and nothing
// else (contract 8.7).
http::Response console_page(Workplace& place, const OpenCall& call, int status);
Answer show_file_of_console(Workplace& place, OpenCall call);

// A cookie for the token that the request has (contract 8.8).
Answer begin_session(Workplace& place, OpenCall call);
// Whose token or session that is.
Answer show_session(Workplace& place, OpenCall call);
Answer end_session(Workplace& place, OpenCall call);

}  // namespace tradepost::api
