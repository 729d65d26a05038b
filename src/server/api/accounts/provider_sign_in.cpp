#include <fmt/format.h>

#include <chrono>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>

#include "api/accounts/begun_session.hpp"
#include "api/accounts/sessions.hpp"
#include "api/bodies/admin_body.hpp"
#include "api/bodies/body_shapes.hpp"
#include "api/people/people_answer.hpp"
#include "api/providers/named_person.hpp"
#include "api/providers/sign_in_attempt.hpp"
#include "api/providers/sign_in_providers.hpp"
#include "api/wire/answer.hpp"
#include "api/wire/data_answer.hpp"
#include "api/wire/session.hpp"
#include "base/ground/session_limits.hpp"
#include "base/text/json_writer.hpp"
#include "exchange/accounts/provider_sign_in.hpp"

namespace tradepost::api {
namespace {

using http::Response;

// The reason for the person, in the address of the page.
namespace reasons {
constexpr std::string_view cancelled = "cancelled";
constexpr std::string_view failed = "failed";
constexpr std::string_view not_invited = "not-invited";
constexpr std::string_view busy = "busy";
}  // namespace reasons

// Providers require the setting: the address is registered there, so it depends on no request.
std::string redirect_uri(const LoopContext& context) {
  return context.services.settings.public_url.value() + "/v2/sign-in/provider/callback";
}

Response redirected(const OpenCall& call, std::string_view page) {
  Response response(303);
  response.header("Location", fmt::format("{}{}", call.base_url, page))
      .header("Cache-Control", "no-store")
      .header("Set-Cookie", cookie_of_attempt("", call.base_url));
  return response;
}

Response refused_for(const OpenCall& call, std::string_view reason) {
  return redirected(call, fmt::format("/console#sign-in={}", reason));
}

void log_refusal(const LoopContext& context, const SignInProvider& provider,
                 std::string_view reason, std::string_view detail = {}) {
  context.services.log.warning(
      "provider_sign_in_refused",
      {{"provider", provider.rules().id}, {"reason", reason}, {"detail", detail}});
}

// Returns true for a confirmation.
std::optional<bool> purpose_word(std::string_view name) {
  if (name == "session") return false;
  return name == "confirmation" ? std::optional(true) : std::nullopt;
}

// A session is at most as old as its proof.
std::chrono::seconds age_max(const SignInAttempt& attempt) {
  return attempt.is_confirmation ? std::chrono::seconds(0) : base::limits::session_lives;
}

// Returns nullptr if no provider serves the person.
SignInProvider* provider_for(const LoopContext& context, const std::string& email) {
  const SignInProviders* const providers = context.services.providers;
  if (providers == nullptr) return nullptr;
  return email.empty() ? providers->for_others() : providers->serving(email);
}

// The person whom a provider has named begins a session.
Answer answer_to_claims(LoopContext& context, const OpenCall& call, const SignInProvider& provider,
                        SignInAttempt attempt, openid::Claims claims) {
  if (const std::string_view fault = fault_of(*context.services.providers, provider, claims);
      !fault.empty()) {
    log_refusal(context, provider, fault);
    co_return refused_for(call, reasons::failed);
  }
  auto signing = exchange::sign_in_named(
      context.people, named_person(provider, attempt, std::move(claims), browser_of(context, call)),
      context.deadline());
  auto answer = co_await std::move(signing);
  if (!answer || std::holds_alternative<exchange::Busy>(*answer))
    co_return refused_for(call, reasons::busy);
  auto* const made = std::get_if<exchange::NewSession>(&*answer);
  if (made == nullptr) {
    const bool is_other = std::holds_alternative<exchange::OtherIdentity>(*answer);
    log_refusal(context, provider, is_other ? other_identity : not_invited);
    co_return refused_for(call, reasons::not_invited);
  }
  auto notifying = notify_of_new_browser(context, call, *made);
  co_await std::move(notifying);
  Response response = redirected(call, attempt.page.empty() ? "/console" : attempt.page);
  set_cookies(response, *made, call.base_url);
  co_return response;
}

}  // namespace

Answer begin_at_provider(LoopContext& context, OpenCall call) {
  const auto body = context.json_reader.read(call.request.body());
  if (!body) co_return answers::unreadable(body.error());
  BodyFaults faults;
  Fields fields(*body, shapes::provider_sign_in_request, {.path = "", .code = "signIn"}, faults);
  const std::string email = fields.text("email").value_or("");
  SignInAttempt attempt;
  attempt.page = fields.text("page").value_or("");
  attempt.is_confirmation = fields.word("purpose", purpose_word).value_or(false);
  if (!attempt.page.empty() && !is_page_of_console(attempt.page)) {
    faults.add(fields.spot().member("page").fault(
        "unknown_value", "The page must be one of the console, such as /console/cases."));
  }
  fields.end();
  if (faults.any()) co_return faults.answer();

  SignInProvider* const provider = provider_for(context, email);
  if (provider == nullptr) co_return answers::no_provider();
  const auto place = provider->enter();
  if (!place) co_return answers::answer_to(exchange::TooManySignIns());
  attempt.provider = provider->rules().id;
  auto beginning = provider->party().begin({.redirect_uri = redirect_uri(context),
                                            .prompt = attempt.is_confirmation ? "login" : "",
                                            .login_hint = email,
                                            .max_age = age_max(attempt)});
  auto request = co_await std::move(beginning);
  if (!request) {
    const openid::Refusal& refusal = request.error();
    log_refusal(context, *provider, openid::sentence_of(refusal.reason), refusal.detail);
    co_return answers::provider_away();
  }
  attempt.at_provider = std::move(request->attempt);
  Response response =
      data_json(200, [&](base::JsonWriter& json) { json.key("url").string(request->url); });
  response.header("Cache-Control", "no-store")
      .header("Set-Cookie",
              cookie_of_attempt(attempt_text(context.sealer, attempt), call.base_url));
  co_return response;
}

Answer finish_at_provider(LoopContext& context, OpenCall call) {
  const SignInProviders* const providers = context.services.providers;
  const auto text = attempt_cookie(call.request);
  const auto attempt = text ? attempt_in(context.sealer, *text) : std::nullopt;
  SignInProvider* const provider =
      attempt && providers != nullptr ? providers->with_id(attempt->provider) : nullptr;
  if (provider == nullptr) co_return refused_for(call, reasons::failed);
  const auto place = provider->enter();
  if (!place) co_return refused_for(call, reasons::busy);
  const auto query = call.request.target().parameters();
  auto finishing = provider->party().finish(attempt->at_provider, {query.begin(), query.end()});
  auto claims = co_await std::move(finishing);
  if (!claims) {
    const openid::Refusal& refusal = claims.error();
    log_refusal(context, *provider, openid::sentence_of(refusal.reason), refusal.detail);
    const bool is_cancelled =
        refusal.reason == openid::Reason::refused_by_provider && refusal.detail == "access_denied";
    co_return refused_for(call, is_cancelled ? reasons::cancelled : reasons::failed);
  }
  auto answering = answer_to_claims(context, call, *provider, *attempt, *std::move(claims));
  co_return co_await std::move(answering);
}

}  // namespace tradepost::api
