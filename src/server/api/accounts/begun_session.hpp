#pragma once

#include <string_view>

#include "api/request/loop_context.hpp"
#include "exchange/accounts/sessions.hpp"
#include "http/message/response.hpp"

// The browser in which a person signs in.
namespace tradepost::api {

exchange::SigningBrowser browser_of(const LoopContext& context, const OpenCall& call);
// Sends a message to a person who has used only other browsers, if mail is on.
base::Task<void> notify_of_new_browser(LoopContext& context, const OpenCall& call,
                                       exchange::NewSession made);
void set_cookies(http::Response& response, const exchange::NewSession& made,
                 std::string_view base_url);

}  // namespace tradepost::api
