#include "api/handlers/console.hpp"

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>

#include "api/description/console_files.hpp"
#include "api/description/html.hpp"
#include "api/request/access.hpp"
#include "api/wire/answer.hpp"
#include "api/wire/data_answer.hpp"
#include "api/wire/negotiation.hpp"
#include "api/wire/session.hpp"
#include "base/ground/session_limits.hpp"
#include "base/text/json_writer.hpp"
#include "exchange/administration/operators.hpp"

namespace tradepost::api {
namespace {

using base::JsonWriter;
using http::Response;

// Only files of this exchange run, and no text becomes a script or a style.
constexpr std::string_view security_policy =
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "connect-src 'self'; base-uri 'self'; form-action 'none'; frame-ancestors 'none'; "
    "require-trusted-types-for 'script'; trusted-types 'none'";

constexpr std::string_view html_type = "text/html; charset=utf-8";

void forbid_all_else(Response& response) {
  response.header("Content-Security-Policy", security_policy);
  response.header("Referrer-Policy", "no-referrer");
}

// Writes members about the owner of a token into an open object. Returns the token's expiry.
struct WhoseToken {
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
  std::optional<base::Instant> operator()(const NoToken& /*none*/) const { return std::nullopt; }
  std::optional<base::Instant> operator()(const TokenNotValid& /*bad*/) const {
    return std::nullopt;
  }
};

Response session_answer(LoopContext& context, const OpenCall& call,
                        const std::optional<Session>& session, int status) {
  const exchange::DirectoryPtr directory = context.services.directory.current();
  Response response = data_json(status, [&](JsonWriter& body) {
    auto ends = std::visit(WhoseToken{.directory = *directory, .json = body}, call.bearer);
    if (session) {
      const base::Instant last = session->began + base::limits::session_lives;
      ends = std::min(ends.value_or(last), last);
    }
    body.key("endsAt");
    if (ends) {
      body.string(base::to_string(*ends));
    } else {
      body.null();
    }
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

}  // namespace

Answer lead_to_console(LoopContext& /*place*/, OpenCall call) {
  Response response(302);
  response.header("Location", call.base_url + "/console").header("Cache-Control", "no-store");
  co_return response;
}

Answer show_console(LoopContext& context, OpenCall call) {
  const std::string path = html_escaped(path_of(call.base_url));
  Response response = context.reference.console().answer_to(call.request, path);
  if (response.status == 200) response.header("Content-Type", html_type);
  forbid_all_else(response);
  co_return response;
}

Response console_page(LoopContext& context, const OpenCall& call, int status) {
  Response response(status);
  response.header("Content-Type", html_type).header("Cache-Control", "no-store");
  response.header("X-Content-Type-Options", "nosniff");
  forbid_all_else(response);
  context.reference.console().write_to(response, html_escaped(path_of(call.base_url)));
  return response;
}

Answer show_file_of_console(LoopContext& /*place*/, OpenCall call) {
  const auto files = console_files().subspan(1);
  const auto found = std::ranges::find(files, call.captures.at("file"), &StoredFile::name);
  if (found == files.end()) co_return answers::not_found();
  co_return answer_with(*found, call.request, kept_for_ever);
}

// A session cannot start another one; otherwise it would never end.
Answer begin_session(LoopContext& context, OpenCall call) {
  if (call.session) co_return answers::no_token();
  if (auto refusal = refusal_of(call)) co_return *std::move(refusal);
  const auto token = sent_token(call.request);
  if (!token) co_return answers::no_token();
  const base::Instant now = context.services.clock.now();
  const Session session{.token = *token, .began = now, .used = now};
  Response response = session_answer(context, call, session, 201);
  response.header("Set-Cookie", cookie_with(context.sealer, session, call.base_url));
  co_return response;
}

Answer show_session(LoopContext& context, OpenCall call) {
  if (auto refusal = refusal_of(call)) co_return *std::move(refusal);
  co_return session_answer(context, call, call.session, 200);
}

Answer end_session(LoopContext& /*place*/, OpenCall call) {
  Response response(204);
  response.header("Set-Cookie", cookie_that_ends(call.base_url))
      .header("Cache-Control", "no-store");
  co_return response;
}

}  // namespace tradepost::api
