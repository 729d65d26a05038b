#include "api/webhook_body.hpp"

#include "api/admin_profile_body.hpp"
#include "base/limits.hpp"
#include "exchange/webhooks.hpp"

namespace tradepost::api {
namespace {

constexpr std::string_view events_for_people =
    "transaction.pending, transaction.reported or case.opened";
constexpr std::size_t event_types = 3;

}  // namespace

std::optional<std::uint8_t> webhook_events_in(Fields& fields) {
  if (!fields.has("events")) return std::nullopt;
  const auto named = fields.words("events", {.singular = "event", .count_max = event_types},
                                  exchange::feed_type_named, events_for_people);
  unsigned bits = 0;
  for (const auto type : named) bits |= static_cast<unsigned>(type);
  return static_cast<std::uint8_t>(bits);
}

std::vector<exchange::Endpoint> webhooks_in(Fields& fields) {
  std::vector<exchange::Endpoint> webhooks;
  const auto read = [&](const document::View& element, const Spot& spot) {
    Fields of_one(element, spot, fields.faults());
    of_one.need({"url"});
    exchange::Endpoint& webhook = webhooks.emplace_back();
    webhook.url = of_one.text("url").value_or("");
    webhook.events = webhook_events_in(of_one).value_or(webhook.events);
    webhook.flow = flow_in(of_one).value_or(webhook.flow);
    of_one.end();
  };
  fields.list("webhooks", {.singular = "webhook", .count_max = base::limits::endpoints_max}, read);
  return webhooks;
}

}  // namespace tradepost::api
