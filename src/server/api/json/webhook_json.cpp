#include "api/json/webhook_json.hpp"

#include <optional>
#include <string_view>

#include "exchange/webhooks/webhooks.hpp"

namespace tradepost::api {
namespace {

using base::JsonWriter;
using exchange::Endpoint;
using exchange::EndpointShown;

void write_time(JsonWriter& body, std::string_view name, std::optional<exchange::Instant> at) {
  body.key(name);
  if (at) {
    body.string(base::to_string(*at));
  } else {
    body.null();
  }
}

void write_what_was_set(JsonWriter& body, const Endpoint& endpoint) {
  body.key("id").string(endpoint.id.to_string()).key("url").string(endpoint.url);
  body.key("events").begin_array();
  for (const auto type : exchange::feed_types_of(endpoint.events)) {
    body.string(exchange::name_of(type));
  }
  body.end_array().key("flow").string(exchange::name_of(endpoint.flow));
}

}  // namespace

void write_webhooks(JsonWriter& body, const exchange::Directory& directory,
                    const exchange::Caller& caller) {
  body.key("webhooks").begin_array();
  for (const Endpoint& endpoint : exchange::endpoints(directory, caller)) {
    body.begin_object();
    write_what_was_set(body, endpoint);
    body.end_object();
  }
  body.end_array();
}

void write_webhook(JsonWriter& body, const EndpointShown& shown) {
  write_what_was_set(body, shown.endpoint);
  const bool is_given_up = shown.state == exchange::EndpointState::given_up;
  body.key("state").string(is_given_up ? "given_up" : "active");
  body.key("waiting").integer(shown.waiting);
  write_time(body, "oldestWaitingAt", shown.oldest);
  const exchange::EndpointProgress& progress = shown.progress;
  body.key("failures").integer(progress.failures);
  const bool is_failing = progress.failures > 0;
  write_time(body, "failingSince",
             is_failing ? std::optional(progress.failing_since) : std::nullopt);
  write_time(body, "nextTryAt",
             is_failing && !is_given_up ? std::optional(progress.next_attempt) : std::nullopt);
}

void write_new_webhook(base::JsonWriter& body, const exchange::Endpoint& webhook,
                       const std::string& secret) {
  body.begin_object();
  write_webhook(body, {.endpoint = webhook,
                       .state = exchange::EndpointState::active,
                       .progress = {},
                       .waiting = 0,
                       .oldest = {}});
  body.key("secret").string(secret).end_object();
}

}  // namespace tradepost::api
