#include "tracing/otlp.hpp"

#include "base/text/json_writer.hpp"

namespace tradepost::tracing {
namespace {

using base::JsonWriter;

constexpr std::string_view service = "tradepost";

void write_attribute(JsonWriter& json, const Attribute& attribute) {
  json.begin_object().key("key").string(attribute.key).key("value").begin_object();
  if (const auto* number = std::get_if<std::int64_t>(&attribute.value)) {
    json.key("intValue").string(std::to_string(*number));
  } else {
    json.key("stringValue").string(std::get<std::string>(attribute.value));
  }
  json.end_object().end_object();
}

void write_attributes(JsonWriter& json, std::span<const Attribute> attributes) {
  json.key("attributes").begin_array();
  for (const Attribute& attribute : attributes) write_attribute(json, attribute);
  json.end_array();
}

// JSON numbers are too short for nanoseconds and 64-bit integers, so OTLP writes them as strings.
void write_span(JsonWriter& json, const Span& span) {
  json.begin_object();
  json.key("traceId").string(hex_of(span.context.trace));
  json.key("spanId").string(hex_of(span.context.span));
  if (span.parent) json.key("parentSpanId").string(hex_of(*span.parent));
  if (!span.context.state.empty()) json.key("traceState").string(span.context.state);
  json.key("name").string(span.name);
  json.key("kind").integer(static_cast<int>(span.kind));
  json.key("startTimeUnixNano").string(std::to_string(span.begin.time_since_epoch().count()));
  json.key("endTimeUnixNano").string(std::to_string(span.end.time_since_epoch().count()));
  write_attributes(json, span.attributes);
  json.key("status").begin_object();
  if (span.status != SpanStatus::unset) json.key("code").integer(static_cast<int>(span.status));
  json.end_object().end_object();
}

}  // namespace

std::string otlp_request(const Resource& resource, std::span<const Span> spans) {
  const Attribute about_process[] = {
      {.key = "service.name", .value = std::string(service)},
      {.key = "service.version", .value = std::string(resource.version)},
      {.key = "host.name", .value = resource.host_name}};
  JsonWriter json;
  json.begin_object().key("resourceSpans").begin_array().begin_object();
  json.key("resource").begin_object();
  write_attributes(json, about_process);
  json.end_object().key("scopeSpans").begin_array().begin_object();
  json.key("scope").begin_object().key("name").string(service).end_object();
  json.key("spans").begin_array();
  for (const Span& span : spans) write_span(json, span);
  json.end_array().end_object().end_array().end_object().end_array().end_object();
  return std::move(json).finish();
}

}  // namespace tradepost::tracing
