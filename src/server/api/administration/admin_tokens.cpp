#include "api/administration/admin_handlers.hpp"

#include <optional>
#include <span>
#include <utility>
#include <variant>
#include <vector>

#include "api/administration/admin_author.hpp"
#include "api/administration/admin_list.hpp"
#include "api/bodies/admin_body.hpp"
#include "api/bodies/admin_profile_body.hpp"
#include "api/bodies/body_shapes.hpp"
#include "api/json/admin_entries.hpp"
#include "api/wire/admin_answer.hpp"
#include "api/wire/answer.hpp"
#include "api/wire/data_answer.hpp"
#include "base/crypto/base64url.hpp"
#include "base/crypto/new_token.hpp"
#include "base/crypto/sha256.hpp"
#include "base/text/json_writer.hpp"

namespace tradepost::api {
namespace {

using base::Task;
using exchange::Finding;
using exchange::Scopes;
using http::Response;

std::optional<Scopes::Scope> scope_word(std::string_view name) {
  if (name == "read") return Scopes::read;
  if (name == "send") return Scopes::send;
  if (name == "report") return Scopes::report;
  if (name == "admin") return Scopes::admin;
  return std::nullopt;
}

Scopes scopes_in(Fields& fields) {
  if (!fields.has("scopes")) return Scopes::all();
  const auto named = fields.words("scopes", "scope", scope_word);
  unsigned bits = 0;
  for (const Scopes::Scope scope : named) bits |= scope;
  return Scopes(static_cast<std::uint8_t>(bits));
}

bool is_open(const exchange::Directory& directory, exchange::ParticipantId id) {
  const auto* const participant = directory.participant(id);
  return participant != nullptr && participant->state == exchange::ParticipantState::open;
}

Finding unknown_participant() {
  return {.code = "token.participant.unknown",
          .path = "participant",
          .message = "There is no such participant, or it has left the network."};
}

exchange::TokenRequest token_request_in(const document::View& body,
                                        const exchange::Directory& directory, base::Instant now,
                                        BodyFaults& faults) {
  Fields fields(body, shapes::token_request, {.path = "", .code = "token"}, faults);
  fields.need();
  exchange::TokenRequest request;
  if (const auto id = fields.id<exchange::ParticipantId>("participant")) {
    request.participant = *id;
    if (!is_open(directory, *id)) faults.add(unknown_participant());
  }
  request.flow = flow_in(fields).value_or(exchange::Flow::live);
  request.scopes = scopes_in(fields);
  if (request.scopes.bits() == 0) {
    faults.add_others({fields.spot().member("scopes").fault(
        "too_few", "A token must have at least one scope: read, send, report or admin.")});
  }
  request.expires = fields.instant("expiresAt");
  if (request.expires && *request.expires <= now) {
    faults.add(
        fields.spot().member("expiresAt").fault("in_the_past", "expiresAt must be in the future."));
  }
  request.name = fields.name("name").value_or("");
  fields.end();
  return request;
}

base::Task<base::Result<exchange::PersonNames>> names_of_creators(
    LoopContext& context, std::span<const exchange::Token> tokens) {
  std::vector<exchange::Actor> creators;
  for (const exchange::Token& token : tokens) {
    if (token.created_by) creators.push_back(*token.created_by);
  }
  auto naming =
      exchange::names_of(context.people, std::move(creators), std::nullopt, context.deadline());
  co_return co_await std::move(naming);
}

void write_token_with_creator(base::JsonWriter& json, const exchange::Directory& directory,
                              const exchange::PersonNames& people, const exchange::Token& token) {
  write_token(json, token);
  json.key("createdBy");
  if (token.created_by) {
    write_admin_author(json, directory, {.actor = *token.created_by, .people = people});
  } else {
    json.null();
  }
}

}  // namespace

Task<Response> post_token(LoopContext& context, OperatorCall call) {
  const auto body = context.json_reader.read(call.request.body());
  if (!body) co_return answers::unreadable(body.error());
  BodyFaults faults;
  const auto directory = context.services.directory.current();
  exchange::TokenRequest request =
      token_request_in(*body, *directory, context.services.clock.now(), faults);
  if (faults.any()) co_return faults.answer();
  const bool is_live = request.flow == exchange::Flow::live;
  const std::string token = base::new_token(context.random, is_live ? "tp_live_" : "tp_test_");
  request.hash = base::sha256(token);
  const auto answer =
      co_await exchange::add_token(context.desk, call.by, std::move(request), context.deadline());
  if (!answer) co_return answers::failure(answer.error());
  if (std::holds_alternative<exchange::Unknown>(*answer)) {
    co_return answers::one_fault(unknown_participant());
  }
  const auto* const added = std::get_if<exchange::Token>(&*answer);
  if (added == nullptr) co_return answers::busy();
  const auto names = co_await names_of_creators(context, {added, 1});
  const exchange::PersonNames people =
      names.value_or(exchange::PersonNames());  // the token is made
  base::JsonWriter written;
  written.begin_object();
  write_token_with_creator(written, *directory, people, *added);
  written.key("token").string(token).end_object();
  co_return json(201, std::move(written).finish());
}

Task<Response> list_tokens(LoopContext& context, OperatorCall call) {
  const auto query =
      list_query_of(call.request.target(), context.sealer, shapes::list_tokens, participant_wanted);
  if (!query) co_return answers::bad_query(query.error());
  const auto answer = exchange::tokens(context.desk, call.by, page_of(query->page), query->wanted);
  std::span<const exchange::Token> shown;
  if (const auto* page = std::get_if<exchange::DirectoryPage<exchange::Token>>(&answer))
    shown = page->items;
  const auto people = co_await names_of_creators(context, shown);
  if (!people) co_return answers::failure(people.error());
  const exchange::DirectoryPtr directory = context.services.directory.current();
  co_return list_answer(context, call, query->page, answer,
                        [&](base::JsonWriter& written, const exchange::Token& token) {
                          write_token_with_creator(written, *directory, *people, token);
                          written.key("lastUsedAt");
                          const auto last = context.services.token_uses.last(token.id);
                          if (last) written.string(base::to_string(*last));
                          if (!last) written.null();
                        });
}

Task<Response> delete_token(LoopContext& context, OperatorCall call) {
  const auto id = exchange::TokenId::parse(call.captures.at("id"));
  if (!id) co_return answers::not_found();
  const auto answer =
      co_await exchange::revoke_token(context.desk, call.by, *id, context.deadline());
  if (!answer) co_return answers::failure(answer.error());
  if (std::holds_alternative<exchange::Unknown>(*answer)) co_return answers::not_found();
  const auto* const revoked = std::get_if<exchange::Token>(&*answer);
  if (revoked == nullptr) co_return answers::busy();
  const auto people = co_await names_of_creators(context, {revoked, 1});
  if (!people) co_return answers::failure(people.error());
  const exchange::DirectoryPtr directory = context.services.directory.current();
  co_return data_json(200, [&](base::JsonWriter& body) {
    write_token_with_creator(body, *directory, *people, *revoked);
  });
}

}  // namespace tradepost::api
