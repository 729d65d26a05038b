#pragma once

#include <string>
#include <string_view>
#include <utility>

#include "base/text/json_writer.hpp"
#include "exchange/trade/pull.hpp"
#include "exchange/webhooks/webhook_calls.hpp"
#include "exchange/webhooks/webhooks.hpp"

namespace tradepost::webhooks {

inline constexpr std::string_view test_type = "webhook.test";

struct Envelope {
  base::Uuid event;
  std::string_view type;
  exchange::Instant at{};
  exchange::Named to;
  exchange::Flow flow{};
};
// Writes {"id", "type", "at", "participant": {"id", "name"}, "flow": … and leaves the object open
// for the members of the event.
inline void begin_envelope(base::JsonWriter& body, const Envelope& envelope) {
  body.begin_object().key("id").string(envelope.event.to_string());
  body.key("type").string(envelope.type).key("at").string(base::to_string(envelope.at));
  body.key("participant").begin_object();
  if (envelope.to.id) body.key("id").string(envelope.to.id->to_string());
  body.key("name").string(envelope.to.name).end_object();
  body.key("flow").string(exchange::name_of(envelope.flow));
}

using WriteSubject = decltype(exchange::Replayed::write_subject);

// Returns the body of a call about an event, which is the same for each call if its subject has not
// changed.
inline std::string body_of(const exchange::WebhookEvent& event,
                           const exchange::Directory& directory,
                           const WriteSubject& write_subject) {
  base::JsonWriter body;
  begin_envelope(body, {.event = event.id,
                        .type = exchange::name_of(event.entry.type),
                        .at = event.at,
                        .to = exchange::named(directory, event.entry.participant),
                        .flow = event.entry.flow});
  write_subject(body, event, directory);
  body.end_object();
  return std::move(body).finish();
}

}  // namespace tradepost::webhooks
