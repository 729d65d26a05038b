#include "api/administration/admin_handlers.hpp"

#include <optional>
#include <span>
#include <utility>
#include <variant>

#include "api/administration/admin_author.hpp"
#include "api/administration/admin_list.hpp"
#include "api/bodies/admin_body.hpp"
#include "api/bodies/admin_profile_body.hpp"
#include "api/bodies/body_shapes.hpp"
#include "api/bodies/token_body.hpp"
#include "api/json/admin_entries.hpp"
#include "api/listing/token_makers.hpp"
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
using http::Response;

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
  read_token(fields, now, request);
  fields.end();
  return request;
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
  const std::string token = new_token_for(request, context.random);
  const auto answer = co_await exchange::add_token(context.desk, exchange::Actor::of(call.by),
                                                   std::move(request), context.deadline());
  if (!answer) co_return answers::failure(answer.error());
  if (std::holds_alternative<exchange::Unknown>(*answer)) {
    co_return answers::one_fault(unknown_participant());
  }
  const auto* const added = std::get_if<exchange::Token>(&*answer);
  if (added == nullptr) co_return answers::busy();
  const auto names = co_await names_of_makers(context, {added, 1}, {});
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
  const auto people = co_await names_of_makers(context, shown, {});
  if (!people) co_return answers::failure(people.error());
  const exchange::DirectoryPtr directory = context.services.directory.current();
  co_return list_answer(context, call, query->page, answer,
                        [&](base::JsonWriter& written, const exchange::Token& token) {
                          write_token_with_creator(written, *directory, *people, token);
                          write_last_use(written, context.services.token_uses.last(token.id));
                        });
}

Task<Response> delete_token(LoopContext& context, OperatorCall call) {
  const auto id = exchange::TokenId::parse(call.captures.at("id"));
  if (!id) co_return answers::not_found();
  const auto answer = co_await exchange::revoke_token(context.desk, exchange::Actor::of(call.by),
                                                      *id, {}, context.deadline());
  if (!answer) co_return answers::failure(answer.error());
  if (std::holds_alternative<exchange::Unknown>(*answer)) co_return answers::not_found();
  const auto* const revoked = std::get_if<exchange::Token>(&*answer);
  if (revoked == nullptr) co_return answers::busy();
  const auto people = co_await names_of_makers(context, {revoked, 1}, {});
  if (!people) co_return answers::failure(people.error());
  const exchange::DirectoryPtr directory = context.services.directory.current();
  co_return data_json(200, [&](base::JsonWriter& body) {
    write_token_with_creator(body, *directory, *people, *revoked);
  });
}

}  // namespace tradepost::api
