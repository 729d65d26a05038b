#include "openid/token_call.hpp"

#include <utility>

#include "base/crypto/base64url.hpp"
#include "document/json_members.hpp"
#include "document/json_reader.hpp"
#include "openid/answer.hpp"

namespace tradepost::openid {
namespace {

using base::Task;

// Both parts are encoded first (RFC 6749, 2.3.1), because an id may have a colon.
calls::Header basic_header(const Provider& provider) {
  return {.name = "Authorization",
          .value = "Basic " + base::base64(base::percent_encoded(provider.client_id) + ':' +
                                           base::percent_encoded(provider.client_secret))};
}

}  // namespace

std::expected<calls::Call, Refusal> token_request(const Provider& provider,
                                                  const Metadata& metadata, const Attempt& attempt,
                                                  std::string code) {
  base::PathText form("");
  form.add("grant_type", "authorization_code")
      .add("code", code)
      .add("redirect_uri", attempt.redirect_uri)
      .add("code_verifier", attempt.verifier);
  calls::Call call = call_of(provider, metadata.token_endpoint);
  if (!provider.client_secret.empty() && metadata.has_secret_in_header) {
    call.headers.push_back(basic_header(provider));
  } else if (!provider.client_secret.empty() && !metadata.has_secret_in_body) {
    return std::unexpected(Refusal{Reason::no_authentication});
  } else {
    form.add("client_id", provider.client_id).add("client_secret", provider.client_secret);
  }
  call.headers.push_back({.name = "Content-Type", .value = "application/x-www-form-urlencoded"});
  call.body = form.str().substr(1);  // without the ? of a path
  call.method = calls::Method::post;
  return call;
}

Task<std::expected<std::string, Refusal>> id_token_for(calls::Calls& calls, calls::Call request) {
  const std::string url = request.url;
  const calls::CallEnd end = co_await ended(calls, std::move(request));
  document::JsonReader reader;
  const auto answer = reader.read(end.body);
  if (end.status == 400 || end.status == 401) {
    const std::string error = answer ? text_in(*answer, "error") : std::string();
    co_return std::unexpected(Refusal{Reason::code_refused, log_words(error)});
  }
  if (end.status != 200) co_return std::unexpected(refusal_of(end, url));
  if (!answer) co_return std::unexpected(Refusal{Reason::unreadable_answer});
  std::string token = text_in(*answer, "id_token");
  if (token.empty()) co_return std::unexpected(Refusal{Reason::no_id_token});
  co_return std::move(token);
}

}  // namespace tradepost::openid
