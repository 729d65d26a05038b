#include "api/waiting/notices.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "api/bodies/admin_body.hpp"
#include "api/bodies/body_shapes.hpp"
#include "api/json/party_json.hpp"
#include "api/people/people_answer.hpp"
#include "api/people/people_words.hpp"
#include "api/people/subscription_json.hpp"
#include "api/waiting/announcing.hpp"
#include "api/wire/answer.hpp"
#include "api/wire/data_answer.hpp"
#include "base/text/json_writer.hpp"
#include "document/model/schema.hpp"
#include "exchange/accounts/own_subscriptions.hpp"
#include "exchange/desk/named.hpp"

namespace tradepost::api {
namespace {

using base::JsonWriter;
using exchange::Subject;
using exchange::Subscriptions;
using exchange::Waiting;
using http::Response;

void write_case_of(JsonWriter& json, const exchange::Case* concerned) {
  json.key("case");
  if (concerned == nullptr) {
    json.null();
    return;
  }
  json.string(concerned->id.to_string());
  if (concerned->transaction) json.key("transaction").string(concerned->transaction->to_string());
  if (concerned->kind) json.key("transactionType").string(document::row_of(*concerned->kind).name);
  if (!concerned->transaction_identifier.empty())
    json.key("transactionIdentifier").string(concerned->transaction_identifier);
  json.key("reason").string(concerned->reason);
}

void write_notice(JsonWriter& json, const exchange::Directory& directory, const Waiting& one) {
  json.begin_object().key("about").string(name_of(one.about));
  json.key("since");
  one.since ? json.string(base::to_string(*one.since)) : json.null();
  write_case_of(json, one.concerned.get());
  json.key("partner");
  one.partner ? write_named(json, exchange::named(directory, *one.partner)) : void(json.null());
  if (one.about == Subject::webhook_given_up) json.key("webhook").string(one.name);
  if (one.about >= Subject::little_space) json.key("node").string(one.name);
  if (one.about == Subject::documents_unread || one.about == Subject::numbers_run_out)
    json.key("count").integer(one.count);
  json.end_object();
}

Response notices_answer(const LoopContext& context, const std::vector<Waiting>& work) {
  const exchange::DirectoryPtr directory = context.services.directory.current();
  return data_json(200, [&](JsonWriter& json) {
    json.key("notices").begin_array();
    for (const Waiting& one : work) write_notice(json, *directory, one);
    json.end_array();
  });
}

}  // namespace

Answer list_notices(LoopContext& context, Call call) {
  const auto found = co_await exchange::waiting(
      context.desk, {.participant = call.caller.participant, .flow = call.caller.flow},
      context.deadline());
  if (!found) co_return answers::failure(found.error());
  co_return notices_answer(context, *found);
}

Answer list_operators_notices(LoopContext& context, OperatorCall) {
  auto found =
      co_await exchange::waiting(context.desk, {.participant = std::nullopt}, context.deadline());
  if (!found) co_return answers::failure(found.error());
  std::ranges::move(context.services.node.work(), std::back_inserter(*found));
  co_return notices_answer(context, *found);
}

Answer show_subscriptions(LoopContext& context, PersonCall call) {
  const auto known =
      co_await exchange::known_person(context.people, call.who.person, context.deadline());
  if (!known) co_return answers::failure(known.error());
  if (!*known) co_return answers::no_session();
  co_return data_json(
      200, [&](JsonWriter& json) { write_subscriptions(json, (*known)->data.subscriptions); });
}

Answer put_subscriptions(LoopContext& context, PersonCall call) {
  const auto body = context.json_reader.read(call.request.body());
  if (!body) co_return answers::unreadable(body.error());
  BodyFaults faults;
  Fields fields(*body, shapes::subscriptions_change, {.path = "", .code = "subscriptions"}, faults);
  fields.need();
  Subscriptions subscriptions;
  read_subscriptions(fields, subscriptions);
  fields.end();
  if (faults.any()) co_return faults.answer();
  if (context.services.mail == nullptr) co_return answers::mail_off();
  const auto answer = co_await exchange::replace_subscriptions(
      context.people, call.who.person, std::move(subscriptions), context.deadline());
  if (!answer) co_return answers::failure(answer.error());
  if (!std::holds_alternative<exchange::Changed>(*answer))
    co_return answers::refused<exchange::Changed>(*answer);
  auto showing = show_subscriptions(context, std::move(call));
  co_return co_await std::move(showing);
}

Answer lead_to_unsubscribe(LoopContext& /*place*/, OpenCall call) {
  Response response(302);
  response
      .header("Location",
              fmt::format("{}/console/unsubscribe#{}", call.base_url, call.captures.at("link")))
      .header("Cache-Control", "no-store");
  co_return response;
}

Answer unsubscribe(LoopContext& context, OpenCall call) {
  const auto person = person_of_unsubscribe_link(context.sealer, call.captures.at("link"));
  if (!person) co_return answers::not_found();
  const auto answer =
      co_await exchange::replace_subscriptions(context.people, *person, {}, context.deadline());
  if (!answer) co_return answers::failure(answer.error());
  if (std::holds_alternative<exchange::Unknown>(*answer)) co_return answers::not_found();
  if (std::holds_alternative<exchange::Busy>(*answer)) co_return answers::busy();
  co_return Response(204);
}

}  // namespace tradepost::api
