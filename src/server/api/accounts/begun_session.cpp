#include "api/accounts/begun_session.hpp"

#include <string>
#include <utility>

#include "api/people/posting.hpp"
#include "api/wire/forwarded.hpp"
#include "api/wire/session.hpp"
#include "base/text/text.hpp"
#include "notices/account_messages.hpp"

namespace tradepost::api {

namespace {

// Returns the network as limits count it. Empty for this machine: all clients share the address of
// a proxy here that is not a trusted one.
std::string network_of(std::string_view client) {
  const auto address = http::Address::parse(client);
  if (!address || address->is_loopback()) return {};
  return address->counted_as().to_string();
}

}  // namespace

exchange::SigningBrowser browser_of(const LoopContext& context, const OpenCall& call) {
  std::string client = client_of(call.request, context.services.settings);
  std::string network = network_of(client);
  return {.device_secret = std::string(device_cookie(call.request).value_or("")),
          .agent = std::string(call.request.header("User-Agent").value_or("")),
          .address = std::move(client),
          .network = std::move(network)};
}

base::Task<void> notify_of_new_browser(LoopContext& context, const OpenCall& call,
                                       exchange::NewSession made) {
  if (!made.to_notify || context.services.mail == nullptr) co_return;
  const std::string& url = url_in_mail(context);
  const exchange::SigningBrowser browser = browser_of(context, call);
  const auto agent = base::beginning_of(browser.agent, exchange::person_text_bytes_max);
  auto posting =
      post(context, *made.to_notify,
           notices::new_device(made.to_notify->language, {.exchange = host_of(url),
                                                          .url = url + "/console",
                                                          .agent = std::string(agent),
                                                          .address = browser.address,
                                                          .at = context.services.clock.now()}));
  co_await std::move(posting);
}

void set_cookies(http::Response& response, const exchange::NewSession& made,
                 std::string_view base_url) {
  response.header("Set-Cookie", cookie_of_person(made.secret, base_url));
  if (!made.device_secret.empty())
    response.header("Set-Cookie", cookie_of_device(made.device_secret, base_url));
}

}  // namespace tradepost::api
