#include "api/handlers/handlers.hpp"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "api/bodies/admin_body.hpp"
#include "api/bodies/body_shapes.hpp"
#include "api/bodies/page_query.hpp"
#include "api/bodies/webhook_body.hpp"
#include "api/json/webhook_json.hpp"
#include "api/request/webhook_subject.hpp"
#include "api/wire/admin_answer.hpp"
#include "api/wire/answer.hpp"
#include "api/wire/data_answer.hpp"
#include "api/wire/error_texts.hpp"
#include "base/crypto/new_token.hpp"
#include "exchange/desk/cursor.hpp"
#include "exchange/webhooks/webhook_calls.hpp"
#include "exchange/webhooks/webhook_events.hpp"

namespace tradepost::api {
namespace {

using base::JsonWriter;
using base::Task;
using exchange::CallCause;
using exchange::CallOutcome;
using exchange::CallsWanted;
using exchange::Endpoint;
using exchange::EndpointShown;
using exchange::MadeCall;
using exchange::WebhookCall;
using http::Response;

// Writing

std::string_view name_of(CallCause cause) {
  switch (cause) {
    case CallCause::event:
      return "event";
    case CallCause::test:
      return "test";
    case CallCause::replay:
      return "replay";
  }
  return "event";  // of a later version
}

void write_call(JsonWriter& body, const WebhookCall& call) {
  body.key("id").string(call.id.to_string());
  body.key("at").string(base::to_string(call.at));
  body.key("event").string(call.event.to_string()).key("type").string(call.type);
  if (call.about) body.key("about").string(call.about->to_string());
  body.key("cause").string(name_of(call.cause)).key("attempt").integer(call.attempt);
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

std::optional<CallOutcome> outcome_of(std::string_view word) {
  if (word == "taken") return CallOutcome::taken;
  if (word == "failed") return CallOutcome::failed;
  return std::nullopt;
}

CallsWanted wanted_calls(Query& query) {
  return {
      .outcome = query.value("filter[outcome]", outcome_of),
      .event = query.value("filter[event]", base::Uuid::parse, {.must_be = "the id of an event"}),
      .before = {},
      .count_max = 0};
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

namespace {

// A page of calls: `count_max` of them, and the place of the next page if there are more.
struct CallPage {
  std::vector<MadeCall> calls;
  std::optional<NextPage> next;
};

// Returns nullopt if the cursor belongs to another list.
std::optional<CallPage> page_of_calls(LoopContext& context, const Call& call, const Endpoint& of,
                                      const ListQuery<CallsWanted>& query) {
  CallsWanted wanted = query.wanted;
  const std::string event = wanted.event ? wanted.event->to_string() : std::string();
  const std::string outcome =
      wanted.outcome ? std::to_string(static_cast<int>(*wanted.outcome)) : std::string();
  const auto filter = exchange::filter_number({"deliveries", of.id.to_string(), event, outcome});
  exchange::Cursor place =
      exchange::cursor_of(context.desk, call.caller, exchange::Cursor::List::webhooks, filter);
  if (query.page.cursor) {
    if (!exchange::is_for(*query.page.cursor, place)) return std::nullopt;
    wanted.before = query.page.cursor->id;
  }
  wanted.count_max = query.page.per_page + 1;
  CallPage page{.calls = context.services.webhooks.calls(of.id, wanted), .next = {}};
  if (page.calls.size() <= query.page.per_page) return page;
  page.calls.pop_back();
  place.id = page.calls.back()->id;
  page.next = next_page(context.sealer, call.base_url + std::string(call.request.target().path()),
                        query.page, place);
  return page;
}

void write_next(JsonWriter& body, const std::optional<NextPage>& next) {
  body.key("hasMore").boolean(next.has_value()).key("nextCursor");
  if (next) {
    body.string(next->cursor).key("nextPageUrl").string(next->url);
  } else {
    body.null().key("nextPageUrl").null();
  }
}

Response event_gone() {
  return answers::refusal(base::ErrorCode::conflict,
                          "The event is not available any more, so it can't be sent again.",
                          DetailCode::event_gone);
}

// Returns the place of the event of a call in the feed; nullopt for a test.
std::optional<exchange::FeedPlace> place_of(const Endpoint& of, const WebhookCall& made) {
  const auto type = exchange::feed_type_named(made.type);
  if (!type || !made.about) return std::nullopt;
  return exchange::FeedPlace{
      .position = made.position,
      .entry = {.participant = of.participant, .flow = of.flow, .type = *type, .id = *made.about}};
}

}  // namespace

Task<Response> list_webhook_calls(LoopContext& context, Call call) {
  const auto known = own(context, call);
  if (!known) co_return answers::not_found();
  const auto query = list_query_of(call.request.target(), context.sealer,
                                   shapes::list_webhook_deliveries, wanted_calls);
  if (!query) co_return answers::bad_query(query.error());
  const auto page = page_of_calls(context, call, *known, *query);
  if (!page) co_return with_bad_cursor();
  std::vector<Endpoint> one{*known};
  const auto shown =
      co_await exchange::endpoints_shown(context.desk, std::move(one), context.deadline());
  if (!shown) co_return answers::failure(shown.error());
  co_return data_json(200, [&](JsonWriter& body) {
    write_webhook(body, shown->front());
    body.key("deliveries").begin_array();
    for (const MadeCall& made : page->calls) {
      body.begin_object();
      write_call(body, *made);
      body.end_object();
    }
    body.end_array();
    write_next(body, page->next);
  });
}

// After a restore the event may have another id, and so it would not be known to its receiver.
Task<Response> replay_event(LoopContext& context, Call call) {
  auto known = own(context, call);
  const auto id = base::Uuid::parse(call.captures.at("delivery"));
  if (!known || !id) co_return answers::not_found();
  const MadeCall made = context.services.webhooks.find(known->id, *id);
  if (!made) co_return answers::not_found();
  const auto place = place_of(*known, *made);
  if (!place) co_return event_gone();
  exchange::FeedPlace again = *place;
  auto reading = exchange::webhook_event(context.desk, std::move(again), context.deadline());
  auto event = co_await std::move(reading);
  if (!event) co_return answers::failure(event.error());
  if (!*event || (*event)->id != made->event) co_return event_gone();
  exchange::Replayed replayed{
      .event = *std::move(*event),
      .position = place->position,
      .write_subject = [&names = context.names](JsonWriter& body,
                                                const exchange::WebhookEvent& shown,
                                                const exchange::Directory& directory) {
        write_webhook_subject(body, shown, directory, names);
      }};
  auto directory = context.services.directory.current();
  auto calling = context.services.webhooks.replay(std::move(directory), *std::move(known),
                                                  std::move(replayed));
  const auto result = co_await std::move(calling);
  if (!result) co_return answers::busy();
  co_return data_json(200, [&](JsonWriter& body) { write_call(body, *result); });
}

}  // namespace tradepost::api
