#include "api/handlers/handlers.hpp"

#include <optional>
#include <utility>
#include <variant>

#include "api/bodies/admin_body.hpp"
#include "api/bodies/body_shapes.hpp"
#include "api/bodies/list_filters.hpp"
#include "api/bodies/page_answer.hpp"
#include "api/bodies/token_body.hpp"
#include "api/json/admin_entries.hpp"
#include "api/json/party_json.hpp"
#include "api/listing/token_makers.hpp"
#include "api/wire/admin_answer.hpp"
#include "api/wire/answer.hpp"
#include "api/wire/data_answer.hpp"
#include "base/text/json_writer.hpp"
#include "exchange/administration/directory_pages.hpp"

namespace tradepost::api {
namespace {

using base::JsonWriter;
using base::Task;
using exchange::PersonNames;
using exchange::Token;
using http::Response;

void write_own_token(JsonWriter& json, const exchange::Directory& directory,
                     const PersonNames& people, const Token& token) {
  write_token(json, token);
  json.key("createdBy");
  if (token.created_by) {
    write_author(json, directory, {.actor = *token.created_by, .people = people});
  } else {
    json.null();
  }
}

exchange::TokenRequest request_in(const document::View& body, const exchange::Caller& caller,
                                  base::Instant now, BodyFaults& faults) {
  Fields fields(body, shapes::own_token_request, {.path = "", .code = "token"}, faults);
  fields.need();
  exchange::TokenRequest request;
  request.participant = caller.participant;
  request.flow = caller.flow;
  read_token(fields, now, request);
  if (!fields.has("scopes")) request.scopes = caller.scopes;
  fields.end();
  if (!faults.any() && (request.scopes.bits() & ~caller.scopes.bits()) != 0) {
    faults.add(fields.spot().member("scopes").fault(
        "not_yours", "A token can have only scopes that you have yourself."));
  }
  return request;
}

}  // namespace

Task<Response> post_own_token(LoopContext& context, Call call) {
  const auto body = context.json_reader.read(call.request.body());
  if (!body) co_return answers::unreadable(body.error());
  BodyFaults faults;
  exchange::TokenRequest request =
      request_in(*body, call.caller, context.services.clock.now(), faults);
  if (faults.any()) co_return faults.answer();
  const std::string token = new_token_for(request, context.random);
  const auto answer = co_await exchange::add_token(context.desk, call.caller.actor(),
                                                   std::move(request), context.deadline());
  if (!answer) co_return answers::failure(answer.error());
  const auto* const added = std::get_if<Token>(&*answer);
  if (added == nullptr) co_return answers::busy();
  const auto names = co_await names_of_makers(context, {added, 1}, call.caller.participant);
  const PersonNames people = names.value_or(PersonNames());  // the token is made
  const exchange::DirectoryPtr directory = context.services.directory.current();
  JsonWriter written;
  written.begin_object();
  write_own_token(written, *directory, people, *added);
  written.key("token").string(token).end_object();
  co_return json(201, std::move(written).finish());
}

Task<Response> list_own_tokens(LoopContext& context, Call call) {
  const auto query =
      list_query_of(call.request.target(), context.sealer, shapes::list_own_tokens, no_filters);
  if (!query) co_return answers::bad_query(query.error());
  const exchange::PageOf page{.cursor = query->page.cursor, .count_max = query->page.per_page};
  const auto answer = exchange::tokens(context.desk, call.caller, page);
  const auto* const found = std::get_if<exchange::DirectoryPage<Token>>(&answer);
  if (found == nullptr) co_return with_bad_cursor();
  const auto people = co_await names_of_makers(context, found->items, call.caller.participant);
  if (!people) co_return answers::failure(people.error());
  const exchange::DirectoryPtr directory = context.services.directory.current();
  co_return page_answer(context.sealer, {.base = call.base_url, .path = call.path}, query->page,
                        *found, [&](http::Body& out, const Token& token) {
                          JsonWriter json;
                          json.begin_object();
                          write_own_token(json, *directory, *people, token);
                          write_last_use(json, context.services.token_uses.last(token.id));
                          json.end_object();
                          out.append(std::move(json).finish());
                        });
}

Task<Response> delete_own_token(LoopContext& context, Call call) {
  const auto id = exchange::TokenId::parse(call.captures.at("id"));
  if (!id) co_return answers::not_found();
  const auto answer = co_await exchange::revoke_token(context.desk, call.caller.actor(), *id,
                                                      call.caller.viewer(), context.deadline());
  if (!answer) co_return answers::failure(answer.error());
  if (std::holds_alternative<exchange::Unknown>(*answer)) co_return answers::not_found();
  const auto* const revoked = std::get_if<Token>(&*answer);
  if (revoked == nullptr) co_return answers::busy();
  const auto people = co_await names_of_makers(context, {revoked, 1}, call.caller.participant);
  if (!people) co_return answers::failure(people.error());
  const exchange::DirectoryPtr directory = context.services.directory.current();
  co_return data_json(
      200, [&](JsonWriter& body) { write_own_token(body, *directory, *people, *revoked); });
}

}  // namespace tradepost::api
