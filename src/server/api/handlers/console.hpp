#pragma once

#include "api/request/route.hpp"

// The console in the browser: its page and its files.
namespace tradepost::api {

// Redirects from the bare address.
Answer lead_to_console(LoopContext& context, OpenCall call);
// Serves the only page. Its script shows the view for the path.
Answer show_console(LoopContext& context, OpenCall call);
// Returns the same page for the address of a case. Its script shows only that case, by the link
// (contract 8.7).
http::Response console_page(LoopContext& context, const OpenCall& call, int status);
Answer show_file_of_console(LoopContext& context, OpenCall call);

}  // namespace tradepost::api
