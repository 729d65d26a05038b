#include <string>
#include <string_view>
#include <variant>

#include "api/administration/admin_handlers.hpp"
#include "api/health/checks.hpp"
#include "api/json/translated.hpp"
#include "api/language/german.hpp"
#include "api/wire/data_answer.hpp"
#include "api/wire/negotiation.hpp"
#include "base/text/json_writer.hpp"

namespace tradepost::api {
namespace {

using base::JsonWriter;

void write_value(JsonWriter& json, const HealthFigure& figure) {
  if (const auto* const number = std::get_if<std::int64_t>(&figure.value)) {
    json.integer(*number);
  } else if (const auto* const flag = std::get_if<bool>(&figure.value)) {
    json.boolean(*flag);
  } else {
    json.string(base::to_string(std::get<base::Instant>(figure.value)));
  }
}

std::string sentence_of(const HealthCheck& check, Language language) {
  const std::string english(check.message);
  if (language == Language::english) return english;
  return german::of_text(english).value_or(english);
}

void write_check(JsonWriter& json, const HealthCheck& check, Language language) {
  json.begin_object().key("code").string(check.code);
  json.key("state").string(name_of(check.state));
  json.key("message").string(sentence_of(check, language));
  json.key("help");
  check.help.empty() ? json.null() : json.string(check.help);
  json.key("figures").begin_object();
  for (const HealthFigure& figure : check.figures) {
    json.key(figure.name);
    write_value(json, figure);
  }
  json.end_object().end_object();
}

void write_node(JsonWriter& json, const NodeFacts& node) {
  json.begin_object().key("id");
  node.id.empty() ? json.null() : json.string(node.id);
  json.key("version").string(node.version);
  json.key("newestStoreFormat").integer(node.newest_format);
  json.key("servingSince").string(base::to_string(node.serving_since));
  json.key("seenAt").string(base::to_string(node.seen_at));
  json.key("isThis").boolean(node.is_this).end_object();
}

}  // namespace

Answer show_health(LoopContext& context, OperatorCall call) {
  const Language language = requested_language(call.request);
  const NodeServices& node = context.services.node;
  const HealthFacts facts = node.health();
  const base::Instant now = context.services.clock.now();
  http::Response response = data_json(200, [&](JsonWriter& json) {
    json.key("node").string(node.name);
    json.key("version").string(facts.version);
    json.key("startedAt").string(base::to_string(facts.started_at));
    json.key("checks").begin_array();
    for (const HealthCheck& check : checks_of(facts, now)) write_check(json, check, language);
    json.end_array().key("nodes").begin_array();
    for (const NodeFacts& one : nodes_of(facts, now)) write_node(json, one);
    json.end_array();
  });
  response.header("Cache-Control", "no-store");
  co_return in_language(std::move(response), language);
}

}  // namespace tradepost::api
