#pragma once

#include <string_view>

#include "base/text/json_writer.hpp"
#include "exchange/trade/pull.hpp"

namespace tradepost::webhooks {

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

}  // namespace tradepost::webhooks
