#include "api/bodies/webhook_body.hpp"

#include "api/bodies/admin_profile_body.hpp"
#include "api/bodies/body_shapes.hpp"
#include "exchange/webhooks/webhooks.hpp"

namespace tradepost::api {

std::optional<std::uint8_t> webhook_events_in(Fields& fields) {
  if (!fields.has("events")) return std::nullopt;
  const auto named = fields.words("events", "event", exchange::feed_type_named);
  unsigned bits = 0;
  for (const auto type : named) bits |= static_cast<unsigned>(type);
  return static_cast<std::uint8_t>(bits);
}

std::vector<exchange::Endpoint> webhooks_in(Fields& fields) {
  std::vector<exchange::Endpoint> webhooks;
  const auto read = [&](const document::View& element, const Spot& spot) {
    Fields of_one(element, shapes::first_webhook, spot, fields.faults());
    of_one.need();
    exchange::Endpoint& webhook = webhooks.emplace_back();
    webhook.url = of_one.text("url").value_or("");
    webhook.events = webhook_events_in(of_one).value_or(webhook.events);
    webhook.flow = flow_in(of_one).value_or(webhook.flow);
    of_one.end();
  };
  fields.list("webhooks", "webhook", read);
  return webhooks;
}

}  // namespace tradepost::api
