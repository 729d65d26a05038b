#pragma once

#include <string>

#include "api/request/loop_context.hpp"
#include "exchange/people/joining.hpp"
#include "notices/content.hpp"

// E-mails to people, if mail is on.
namespace tradepost::api {

// Returns the address of the page that uses a link.
std::string page_of_link(std::string_view base_url, std::string_view secret);
// Returns the host of an address of this exchange.
std::string host_of(std::string_view base_url);
// Returns the beginning of links in e-mails. It never depends on a request: a forged Host would
// lead people elsewhere. Mail requires the setting.
const std::string& url_in_mail(const LoopContext& context);

// Returns true after the message is in the queue. Returns false if mail is off, or the message was
// refused.
base::Task<bool> post(LoopContext& context, exchange::Addressee to, notices::Content content);

base::Task<bool> post_reset(LoopContext& context, exchange::IssuedLink issued);

}  // namespace tradepost::api
