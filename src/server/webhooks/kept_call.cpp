#include "webhooks/kept_call.hpp"

#include <chrono>
#include <cstdint>
#include <memory>
#include <utility>

#include "base/framed_fields.hpp"
#include "exchange/webhooks/webhooks.hpp"
#include "webhooks/envelope.hpp"

namespace tradepost::webhooks {

using exchange::EndpointId;
using exchange::WebhookCall;

namespace {

// Returns nullopt for a name that this version does not know.
std::optional<std::string_view> static_name(std::string_view name) {
  if (name == test_type) return test_type;
  const auto type = exchange::feed_type_named(name);
  return type ? std::optional(exchange::name_of(*type)) : std::nullopt;
}

}  // namespace

std::string bytes_of(EndpointId endpoint, const WebhookCall& call) {
  base::FieldsWriter fields;
  fields.put(endpoint.uuid());
  fields.put(call.id);
  fields.put(call.event);
  fields.put(call.type);
  fields.put(std::uint64_t{call.about.has_value()});
  fields.put(call.about.value_or(base::Uuid()));
  fields.put(call.position);
  fields.put(static_cast<std::uint64_t>(call.cause));
  fields.put(static_cast<std::uint64_t>(base::epoch_ms(call.at)));
  fields.put(std::uint64_t{call.attempt});
  fields.put(static_cast<std::uint64_t>(call.status));
  fields.put(call.why_not);
  fields.put(static_cast<std::uint64_t>(call.took.count()));
  return base::framed(fields.take());
}

std::optional<KeptCall> take_kept_call(std::string_view& bytes) {
  std::string_view rest = bytes;
  const auto written = base::take_framed(rest);
  if (!written) return std::nullopt;
  base::FieldsReader fields(*written);
  KeptCall kept;
  kept.endpoint = EndpointId(fields.uuid());
  WebhookCall call;
  call.id = fields.uuid();
  call.event = fields.uuid();
  const auto type = static_name(fields.text());
  const bool has_subject = fields.number() == 1;
  const base::Uuid about = fields.uuid();
  if (has_subject) call.about = about;
  call.position = fields.number();
  call.cause = static_cast<exchange::CallCause>(fields.number());
  call.at = base::instant_of(static_cast<std::int64_t>(fields.number()));
  call.attempt = static_cast<std::uint32_t>(fields.number());
  call.status = static_cast<int>(fields.number());
  call.why_not = fields.text();
  call.took = std::chrono::milliseconds(fields.number());
  if (!fields.is_good() || !type) return std::nullopt;
  call.type = *type;
  bytes = rest;
  kept.call = std::make_shared<const WebhookCall>(std::move(call));
  return kept;
}

}  // namespace tradepost::webhooks
