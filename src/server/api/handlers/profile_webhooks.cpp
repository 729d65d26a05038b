#include "api/handlers/handlers.hpp"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "api/bodies/admin_body.hpp"
#include "api/bodies/body_shapes.hpp"
#include "api/bodies/webhook_body.hpp"
#include "api/json/webhook_json.hpp"
#include "api/wire/admin_answer.hpp"
#include "api/wire/answer.hpp"
#include "api/wire/data_answer.hpp"
#include "base/crypto/new_token.hpp"
#include "exchange/webhooks/webhook_calls.hpp"

namespace tradepost::api {
namespace {

using base::JsonWriter;
using base::Task;
using exchange::Endpoint;
using exchange::EndpointShown;
using exchange::WebhookCall;
using http::Response;

// Writing

void write_call(JsonWriter& body, const WebhookCall& call) {
  body.key("at").string(base::to_string(call.at));
  body.key("event").string(call.event.to_string()).key("type").string(call.type);
  if (call.about) body.key("about").string(call.about->to_string());
  body.key("taken").boolean(call.is_taken());
  body.key("status");
  if (call.status != 0) {
    body.integer(call.status);
  } else {
    body.null();
  }
  if (!call.is_taken()) body.key("message").string(call.why_not);
  body.key("tookMs").integer(call.took.count());
}

// Reading

// Returns the webhook of the path, or nullopt if the caller has none with this id.
std::optional<Endpoint> own(const LoopContext& context, const Call& call) {
  const auto id = exchange::EndpointId::parse(call.captures.at("id"));
  if (!id) return std::nullopt;
  const auto all = exchange::endpoints(*context.services.directory.current(), call.caller);
  const auto found = std::ranges::find(all, *id, &Endpoint::id);
  return found == all.end() ? std::nullopt : std::optional(*found);
}

enum class NewSecret : std::uint8_t { yes };
std::optional<NewSecret> new_secret(std::string_view word) {
  return word == "new" ? std::optional(NewSecret::yes) : std::nullopt;
}

std::string sealed(LoopContext& context, const Call& call, std::string_view secret) {
  return context.sealer.seal(secret, exchange::purpose_of_secret(call.caller.participant));
}

// Answers with a changed webhook, and with its secret if it is new.
Task<Response> as_it_stands(LoopContext& context, Endpoint changed,
                            std::optional<std::string> secret) {
  std::vector<Endpoint> one{std::move(changed)};
  const auto shown =
      co_await exchange::endpoints_shown(context.desk, std::move(one), context.deadline());
  if (!shown) co_return answers::failure(shown.error());
  co_return data_json(200, [&](JsonWriter& body) {
    write_webhook(body, shown->front());
    if (secret) body.key("secret").string(*secret);
  });
}

// Returns nullopt if a webhook was set.
std::optional<Response> refusal_of(const base::Result<exchange::EndpointAnswer>& answer) {
  if (!answer) return answers::failure(answer.error());
  if (const auto* refused = std::get_if<exchange::Refused>(&*answer)) {
    return answers::refused(*refused);
  }
  if (std::holds_alternative<exchange::Unknown>(*answer)) return answers::not_found();
  if (std::holds_alternative<exchange::Busy>(*answer)) return answers::busy();
  return std::nullopt;
}

}  // namespace

Task<Response> post_webhook(LoopContext& context, Call call) {
  const auto body = context.json_reader.read(call.request.body());
  if (!body) co_return answers::unreadable(body.error());
  BodyFaults faults;
  Fields fields(*body, shapes::webhook_request, {.path = "", .code = "webhook"}, faults);
  fields.need();
  exchange::EndpointRequest request;
  request.url = fields.text("url").value_or("");
  request.events = webhook_events_in(fields).value_or(request.events);
  fields.end();
  const auto directory = context.services.directory.current();
  faults.add_others(exchange::faults_of_endpoint(*directory, request.url, request.events));
  if (faults.any()) co_return faults.answer();
  std::string secret = base::new_token(context.random, prefix_of_webhook_secrets);
  request.sealed_secret = sealed(context, call, secret);
  const auto answer = co_await exchange::set_endpoint(context.desk, call.caller, std::move(request),
                                                      context.deadline());
  if (auto refusal = refusal_of(answer)) co_return *std::move(refusal);
  JsonWriter written;
  write_new_webhook(written, std::get<Endpoint>(*answer), secret);
  co_return json(201, std::move(written).finish());
}

Task<Response> list_webhooks(LoopContext& context, Call call) {
  auto all = exchange::endpoints(*context.services.directory.current(), call.caller);
  const auto shown =
      co_await exchange::endpoints_shown(context.desk, std::move(all), context.deadline());
  if (!shown) co_return answers::failure(shown.error());
  JsonWriter body;
  body.begin_object().key("data").begin_array();
  for (const EndpointShown& one : *shown) {
    body.begin_object();
    write_webhook(body, one);
    body.end_object();
  }
  body.end_array().end_object();
  co_return json(200, std::move(body).finish());
}

Task<Response> put_webhook(LoopContext& context, Call call) {
  const auto known = own(context, call);
  if (!known) co_return answers::not_found();
  const auto body = context.json_reader.read(call.request.body());
  if (!body) co_return answers::unreadable(body.error());
  BodyFaults faults;
  Fields fields(*body, shapes::webhook_change, {.path = "", .code = "webhook"}, faults);
  exchange::EndpointRequest request{.id = known->id,
                                    .url = fields.text("url").value_or(known->url),
                                    .events = webhook_events_in(fields).value_or(known->events),
                                    .sealed_secret = {}};
  std::optional<std::string> secret;
  if (fields.word("secret", new_secret)) {
    secret = base::new_token(context.random, prefix_of_webhook_secrets);
    request.sealed_secret = sealed(context, call, *secret);
  }
  fields.end();
  const auto directory = context.services.directory.current();
  faults.add_others(exchange::faults_of_endpoint(*directory, request.url, request.events));
  if (faults.any()) co_return faults.answer();
  const auto answer = co_await exchange::set_endpoint(context.desk, call.caller, std::move(request),
                                                      context.deadline());
  if (auto refusal = refusal_of(answer)) co_return *std::move(refusal);
  Response response =
      co_await as_it_stands(context, std::get<Endpoint>(*answer), std::move(secret));
  co_return response;
}

Task<Response> delete_webhook(LoopContext& context, Call call) {
  const auto known = own(context, call);
  if (!known) co_return answers::not_found();
  const auto answer =
      co_await exchange::remove_endpoint(context.desk, call.caller, known->id, context.deadline());
  if (auto refusal = refusal_of(answer)) co_return *std::move(refusal);
  co_return data_json(200, [&](JsonWriter& body) { body.key("id").string(known->id.to_string()); });
}

Task<Response> redeliver_events(LoopContext& context, Call call) {
  const auto known = own(context, call);
  if (!known) co_return answers::not_found();
  const auto answer =
      co_await exchange::redeliver(context.desk, call.caller, known->id, context.deadline());
  if (auto refusal = refusal_of(answer)) co_return *std::move(refusal);
  Response response = co_await as_it_stands(context, std::get<Endpoint>(*answer), std::nullopt);
  co_return response;
}

Task<Response> test_webhook(LoopContext& context, Call call) {
  auto known = own(context, call);
  if (!known) co_return answers::not_found();
  auto directory = context.services.directory.current();
  const auto made = co_await context.services.webhooks.test(std::move(directory), *std::move(known),
                                                            context.ids.next());
  if (!made) co_return answers::busy();
  co_return data_json(200, [&](JsonWriter& body) { write_call(body, *made); });
}

Task<Response> list_webhook_calls(LoopContext& context, Call call) {
  const auto known = own(context, call);
  if (!known) co_return answers::not_found();
  std::vector<Endpoint> one{*known};
  const auto shown =
      co_await exchange::endpoints_shown(context.desk, std::move(one), context.deadline());
  if (!shown) co_return answers::failure(shown.error());
  co_return data_json(200, [&](JsonWriter& body) {
    write_webhook(body, shown->front());
    body.key("deliveries").begin_array();
    for (const WebhookCall& made : context.services.webhooks.last(known->id)) {
      body.begin_object();
      write_call(body, made);
      body.end_object();
    }
    body.end_array();
  });
}

}  // namespace tradepost::api
