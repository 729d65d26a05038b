#include "api/accounts/sessions.hpp"

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "api/accounts/account_json.hpp"
#include "api/accounts/begun_session.hpp"
#include "api/bodies/admin_body.hpp"
#include "api/bodies/admin_profile_body.hpp"
#include "api/bodies/body_shapes.hpp"
#include "api/people/people_answer.hpp"
#include "api/people/people_words.hpp"
#include "api/people/posting.hpp"
#include "api/providers/sign_in_providers.hpp"
#include "api/request/access.hpp"
#include "api/wire/answer.hpp"
#include "api/wire/data_answer.hpp"
#include "api/wire/negotiation.hpp"
#include "api/wire/session.hpp"
#include "base/ground/session_limits.hpp"
#include "base/text/json_writer.hpp"
#include "exchange/accounts/signing_in.hpp"
#include "exchange/administration/operators.hpp"

namespace tradepost::api {
namespace {

using base::JsonWriter;
using base::Task;
using http::Response;

// Writes members about the owner of a token or session into an open object. Returns the token's
// expiry.
struct Owner {
  const exchange::Directory& directory;
  JsonWriter& json;

  std::optional<base::Instant> operator()(const exchange::Caller& caller) const {
    const auto* const participant = directory.participant(caller.participant);
    const auto* const token = directory.token(caller.token);
    json.key("role").string("participant").key("id").string(caller.participant.to_string());
    json.key("name").string(participant == nullptr ? "" : participant->name);
    json.key("flow").string(exchange::name_of(caller.flow));
    json.key("scopes").begin_array();
    for (const std::string_view scope : scope_names(caller.scopes)) json.string(scope);
    json.end_array();
    return token == nullptr ? std::nullopt : token->expires;
  }
  std::optional<base::Instant> operator()(const exchange::OperatorId& by) const {
    const auto all = exchange::operators_of(directory);
    const auto found = std::ranges::find(all, by, &exchange::Operator::id);
    json.key("role").string("operator").key("id").string(by.to_string());
    json.key("name").string(found == all.end() ? "" : found->name);
    return std::nullopt;
  }
  std::optional<base::Instant> operator()(const Auditor& auditor) const {
    return (*this)(auditor.id);
  }
  std::optional<base::Instant> operator()(const NoToken& /*none*/) const { return std::nullopt; }
  std::optional<base::Instant> operator()(const TokenNotValid& /*bad*/) const {
    return std::nullopt;
  }
};

// Writes `person` into an open object: null for a token.
void write_person(JsonWriter& json, const exchange::Directory& directory, const Cookie& cookie,
                  const std::optional<std::string>& name) {
  json.key("person");
  const auto* const who = std::get_if<SignedIn>(&cookie);
  const exchange::Person* const person = who == nullptr ? nullptr : directory.person(who->person);
  if (person == nullptr) {
    json.null();
    return;
  }
  json.begin_object().key("id").string(who->person.to_string());
  json.key("name").string(name.value_or(""));
  const auto membership = std::ranges::find(person->memberships, who->session.participant,
                                            &exchange::Membership::participant);
  json.key("role");
  if (membership == person->memberships.end()) {
    json.null();
  } else {
    json.string(name_of(membership->role));
  }
  json.end_object();
}

// Returns the last moment of the session, however it is used.
std::optional<base::Instant> last_moment(const Cookie& cookie) {
  if (const auto* const session = std::get_if<Session>(&cookie))
    return session->began + base::limits::session_lives;
  if (const auto* const who = std::get_if<SignedIn>(&cookie))
    return who->session.began + base::limits::session_lives;
  return std::nullopt;
}

struct SessionShown {
  const Bearer& bearer;
  const Cookie& cookie;
  std::optional<std::string> person_name = {};
  std::vector<std::string> recovery_codes = {};  // of a second factor that began with the session
  int status = 200;
};

Response session_answer(LoopContext& context, const SessionShown& shown) {
  const exchange::DirectoryPtr directory = context.services.directory.current();
  Response response = data_json(shown.status, [&](JsonWriter& body) {
    auto ends = std::visit(Owner{.directory = *directory, .json = body}, shown.bearer);
    if (const auto last = last_moment(shown.cookie)) ends = std::min(ends.value_or(*last), *last);
    body.key("endsAt");
    if (ends) {
      body.string(base::to_string(*ends));
    } else {
      body.null();
    }
    write_person(body, *directory, shown.cookie, shown.person_name);
    if (!shown.recovery_codes.empty()) write_recovery_codes(body, shown.recovery_codes);
    body.key("fieldWord").string(context.services.settings.field_word);
  });
  response.header("Cache-Control", "no-store");
  return response;
}

// Returns nullopt if the request may proceed.
std::optional<Response> refusal_of(const OpenCall& call) {
  if (std::holds_alternative<NoToken>(call.bearer)) return answers::no_token();
  if (std::holds_alternative<TokenNotValid>(call.bearer)) return answers::token_not_valid();
  if (!accepts_json(call.request)) return answers::not_acceptable();
  return std::nullopt;
}

Task<std::optional<std::string>> name_of(LoopContext& context, exchange::PersonId person) {
  const auto known = co_await exchange::known_person(context.people, person, context.deadline());
  if (!known || !*known) co_return std::nullopt;
  co_return (*known)->data.name;
}

// Answers with the cookie of a session that has begun.
Task<Response> begun(LoopContext& context, std::string base_url, exchange::NewSession made) {
  const exchange::DirectoryPtr directory = context.services.directory.current();
  const auto living =
      exchange::living_session(*directory, made.session.secret, context.services.store.epoch(),
                               context.services.clock.now());
  if (!living) co_return answers::busy();  // the session has ended already
  const Cookie cookie = SignedIn{.person = living->person->id, .session = *living->session};
  const Bearer bearer = bearer_of(living->access);
  auto finding = name_of(context, living->person->id);
  auto name = co_await std::move(finding);
  Response response = session_answer(context, {.bearer = bearer,
                                               .cookie = cookie,
                                               .person_name = std::move(name),
                                               .recovery_codes = made.recovery_codes,
                                               .status = 201});
  set_cookies(response, made, base_url);
  co_return response;
}

}  // namespace

// A session cannot start another one; otherwise it would never end.
Answer begin_session(LoopContext& context, OpenCall call) {
  if (!std::holds_alternative<std::monostate>(call.cookie)) co_return answers::no_token();
  if (auto refusal = refusal_of(call)) co_return *std::move(refusal);
  const auto token = sent_token(call.request);
  if (!token) co_return answers::no_token();
  const base::Instant now = context.services.clock.now();
  const Session session{.token = *token, .began = now, .used = now};
  Response response =
      session_answer(context, {.bearer = call.bearer, .cookie = session, .status = 201});
  response.header("Set-Cookie", cookie_with(context.sealer, session, call.base_url));
  co_return response;
}

Answer show_session(LoopContext& context, OpenCall call) {
  if (auto refusal = refusal_of(call)) co_return *std::move(refusal);
  SessionShown shown{.bearer = call.bearer, .cookie = call.cookie};
  if (const auto* const who = std::get_if<SignedIn>(&call.cookie)) {
    auto finding = name_of(context, who->person);
    shown.person_name = co_await std::move(finding);
  }
  co_return session_answer(context, shown);
}

Answer end_session(LoopContext& context, OpenCall call) {
  if (const auto* const who = std::get_if<SignedIn>(&call.cookie)) {
    const auto ended = co_await exchange::end_session(context.people, who->person, who->session.id,
                                                      context.deadline());
    if (!ended) co_return answers::failure(ended.error());
    if (std::holds_alternative<exchange::Busy>(*ended)) co_return answers::busy();
  }
  Response response(204);
  response.header("Set-Cookie", cookie_that_ends(call.base_url))
      .header("Cache-Control", "no-store");
  co_return response;
}

Answer sign_in(LoopContext& context, OpenCall call) {
  const auto body = context.json_reader.read(call.request.body());
  if (!body) co_return answers::unreadable(body.error());
  BodyFaults faults;
  Fields fields(*body, shapes::sign_in_request, {.path = "", .code = "signIn"}, faults);
  fields.need();
  exchange::SignIn request{.email = fields.text("email").value_or(""),
                           .password = fields.text("password").value_or(""),
                           .code = fields.text("code").value_or(""),
                           .proof = fields.text("proof").value_or(""),
                           .issuer = host_of(call.base_url),
                           .browser = browser_of(context, call)};
  fields.end();
  if (faults.any()) co_return faults.answer();
  const SignInProviders* const providers = context.services.providers;
  if (providers != nullptr && providers->forbids_password(request.email))
    co_return answers::password_forbidden();
  auto signing = exchange::sign_in(context.people, std::move(request), context.deadline());
  auto answer = co_await std::move(signing);
  if (!answer) co_return answers::failure(answer.error());
  auto* const made = std::get_if<exchange::NewSession>(&*answer);
  if (made == nullptr) co_return answers::refused<exchange::NewSession>(*answer);
  auto notifying = notify_of_new_browser(context, call, *made);
  co_await std::move(notifying);
  auto beginning = begun(context, call.base_url, std::move(*made));
  co_return co_await std::move(beginning);
}

Answer switch_place(LoopContext& context, PersonCall call) {
  const auto body = context.json_reader.read(call.request.body());
  if (!body) co_return answers::unreadable(body.error());
  BodyFaults faults;
  Fields fields(*body, shapes::session_switch, {.path = "", .code = "session"}, faults);
  fields.need();
  exchange::Place to{.participant = fields.id<exchange::ParticipantId>("participant")};
  to.flow = flow_in(fields).value_or(exchange::Flow::live);
  fields.end();
  if (faults.any()) co_return faults.answer();
  auto switching = exchange::switch_session(context.people, call.who.person, call.who.session.id,
                                            to, context.deadline());
  auto answer = co_await std::move(switching);
  if (!answer) co_return answers::failure(answer.error());
  if (std::holds_alternative<exchange::Unknown>(*answer)) co_return answers::not_found();
  auto* const made = std::get_if<exchange::NewSession>(&*answer);
  if (made == nullptr) co_return answers::refused<exchange::NewSession>(*answer);
  auto beginning = begun(context, call.base_url, std::move(*made));
  co_return co_await std::move(beginning);
}

}  // namespace tradepost::api
