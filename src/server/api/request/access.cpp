#include "api/request/access.hpp"

#include <algorithm>
#include <string_view>

#include "api/wire/answer.hpp"
#include "base/crypto/sha256.hpp"
#include "base/ground/limits.hpp"
#include "base/text/text.hpp"
#include "exchange/administration/operators.hpp"
#include "exchange/desk/access.hpp"

namespace tradepost::api {
namespace {

using exchange::Scopes;

constexpr std::string_view scheme = "Bearer";

// Returns nullopt without a single bearer token, and an empty text if the token is too long.
std::optional<std::string_view> token_of(const http::Request& request) {
  const auto header = request.header("Authorization");
  if (!header || request.header_count("Authorization") > 1) return std::nullopt;
  if (!base::equal_ignoring_ascii_case(header->substr(0, scheme.size()), scheme)) {
    return std::nullopt;
  }
  std::string_view rest = header->substr(scheme.size());
  if (!rest.starts_with(' ')) return std::nullopt;
  rest.remove_prefix(std::min(rest.find_first_not_of(' '), rest.size()));
  if (rest.size() > base::limits::bearer_token_bytes_max) return "";
  return rest;
}

Bearer bearer_with(const base::Digest& token, const exchange::Directory& directory,
                   base::Instant now) {
  if (const auto caller = exchange::caller_with(directory, token, now)) return *caller;
  if (const auto by = exchange::operator_with(directory, token)) return *by;
  return TokenNotValid{};
}

Identified person_with(std::string_view secret, const Sessions& sessions) {
  const auto living = exchange::living_session(sessions.directory, base::sha256(secret),
                                               sessions.epoch, sessions.now);
  if (!living) return {.bearer = TokenNotValid{}, .cookie = {}, .may_be_newer = true};
  return {.bearer = bearer_of(living->access),
          .cookie = SignedIn{.person = living->person->id, .session = *living->session}};
}

Identified owner_of(std::string_view cookie, const Sessions& sessions) {
  const auto session = session_in(sessions.sealer, cookie);
  if (!session || sessions.now >= end_of(*session))
    return {.bearer = TokenNotValid{}, .cookie = {}};
  return {.bearer = bearer_with(session->token, sessions.directory, sessions.now),
          .cookie = *session};
}

}  // namespace

Bearer bearer_of(const exchange::PersonAccess& access) {
  if (const auto* caller = std::get_if<exchange::Caller>(&access)) return *caller;
  const auto& session = std::get<exchange::OperatorSession>(access);
  if (session.role == exchange::Role::operator_) return session.id;
  return Auditor{session.id};
}

std::vector<std::string_view> scope_names(Scopes scopes) {
  std::vector<std::string_view> names;
  if (scopes.has(Scopes::read)) names.emplace_back("read");
  if (scopes.has(Scopes::send)) names.emplace_back("send");
  if (scopes.has(Scopes::report)) names.emplace_back("report");
  if (scopes.has(Scopes::admin)) names.emplace_back("admin");
  return names;
}

std::optional<base::Digest> sent_token(const http::Request& request) {
  const auto token = token_of(request);
  return token ? std::optional(base::sha256(*token)) : std::nullopt;
}

Identified identify(const http::Request& request, const Sessions& sessions) {
  if (request.header_count("Authorization") > 0) {
    const auto token = sent_token(request);
    if (!token) return {.bearer = NoToken{}, .cookie = {}};
    return {.bearer = bearer_with(*token, sessions.directory, sessions.now), .cookie = {}};
  }
  const auto cookie = session_cookie(request);
  if (!cookie) return {.bearer = NoToken{}, .cookie = {}};
  return cookie->starts_with(exchange::session_prefix) ? person_with(*cookie, sessions)
                                                       : owner_of(*cookie, sessions);
}

std::variant<exchange::Caller, http::Response> caller_of(const Bearer& bearer, Scopes needed) {
  if (std::holds_alternative<NoToken>(bearer)) return answers::no_token();
  const auto* const caller = std::get_if<exchange::Caller>(&bearer);
  if (caller == nullptr) return answers::token_not_valid();
  const bool may = needed == Scopes() || caller->scopes.has_one_of(needed);
  if (!may) return answers::scope_missing(scope_names(needed));
  return *caller;
}

std::variant<exchange::OperatorId, http::Response> operator_of(const Bearer& bearer,
                                                               Purpose purpose) {
  if (std::holds_alternative<NoToken>(bearer)) return answers::no_token();
  if (const auto* const by = std::get_if<exchange::OperatorId>(&bearer)) return *by;
  if (const auto* const auditor = std::get_if<Auditor>(&bearer)) {
    if (purpose == Purpose::read) return auditor->id;
    return answers::auditor_only_reads();
  }
  if (std::holds_alternative<exchange::Caller>(bearer)) return answers::not_an_operator();
  return answers::token_not_valid();
}

std::optional<exchange::Actor> actor_of(const Bearer& bearer) {
  if (const auto* const caller = std::get_if<exchange::Caller>(&bearer)) {
    return caller->actor();
  }
  if (const auto* const by = std::get_if<exchange::OperatorId>(&bearer)) {
    return exchange::Actor::of(*by);
  }
  if (const auto* const auditor = std::get_if<Auditor>(&bearer)) {
    return exchange::Actor::of(auditor->id);
  }
  return std::nullopt;
}

exchange::TokenId counted_as(const exchange::Caller& caller) {
  return caller.person == exchange::PersonId() ? caller.token : counted_as(caller.person);
}

exchange::TokenId counted_as(exchange::PersonId person) {
  return exchange::TokenId(person.uuid());
}

}  // namespace tradepost::api
