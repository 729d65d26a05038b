#include "api/people/posting.hpp"

#include <fmt/format.h>

#include <utility>

#include "notices/account_messages.hpp"

namespace tradepost::api {

std::string page_of_link(std::string_view base_url, std::string_view secret) {
  return fmt::format("{}/console/join#{}", base_url, secret);
}

std::string host_of(std::string_view base_url) {
  constexpr std::string_view separator = "://";
  const auto scheme_end = base_url.find(separator);
  if (scheme_end != std::string_view::npos) base_url.remove_prefix(scheme_end + separator.size());
  return std::string(base_url.substr(0, base_url.find_first_of("/:")));
}

const std::string& url_in_mail(const LoopContext& context) {
  return context.services.settings.public_url.value();
}

base::Task<bool> post(LoopContext& context, exchange::Addressee to, notices::Content content) {
  const MailServices* const mail = context.services.mail;
  if (mail == nullptr) co_return false;
  auto adding = mail->outbox.add(notices::message_to(
      to, content,
      {.id = context.ids.next(), .date = context.services.clock.now(), .from = mail->from}));
  co_return co_await std::move(adding);
}

base::Task<bool> post_reset(LoopContext& context, exchange::IssuedLink issued) {
  if (context.services.mail == nullptr) co_return false;
  const std::string& url = url_in_mail(context);
  auto posting =
      post(context, issued.to,
           notices::reset(issued.to.language,
                          {.exchange = host_of(url), .url = page_of_link(url, issued.secret)}));
  co_return co_await std::move(posting);
}

}  // namespace tradepost::api
