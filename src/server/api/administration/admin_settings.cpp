#include "api/administration/admin_handlers.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "api/bodies/admin_body.hpp"
#include "api/bodies/admin_profile_body.hpp"
#include "api/bodies/body_shapes.hpp"
#include "api/wire/admin_answer.hpp"
#include "api/wire/answer.hpp"
#include "api/wire/data_answer.hpp"
#include "base/text/json_writer.hpp"
#include "exchange/administration/settings.hpp"
#include "exchange/webhooks/webhooks.hpp"

namespace tradepost::api {
namespace {

using base::JsonWriter;
using base::Task;
using document::View;
using exchange::Directory;
using exchange::NetworkMode;
using exchange::RetentionRule;
using http::Response;
using std::chrono::days;

// Writing

void write_mode(JsonWriter& body, const Directory& directory) {
  body.key("mode").string(directory.mode() == NetworkMode::open ? "open" : "approved");
}

void write_days(JsonWriter& body, std::string_view name, const std::optional<days>& kept) {
  if (kept) body.key(name).integer(kept->count());
}

void write_rules(JsonWriter& body, const Directory& directory) {
  body.key("rules").begin_array();
  for (const RetentionRule& rule : exchange::retention_of(directory)) {
    body.begin_object().key("kind").string(document::row_of(rule.kind).name);
    write_days(body, "contentDays", rule.content);
    write_days(body, "rowDays", rule.row);
    body.end_object();
  }
  body.end_array();
}

void write_targets(JsonWriter& body, const Directory& directory) {
  body.key("targets").begin_array();
  const auto targets = exchange::WebhookTargets::of(directory);
  for (const std::string& name : targets.names()) body.string(name);
  body.end_array();
}

// Returns {data: {…}} with the settings of the current directory.
Response shown(const LoopContext& context, void (*write)(JsonWriter&, const Directory&)) {
  const auto directory = context.services.directory.current();
  return data_json(200, [&](JsonWriter& body) { write(body, *directory); });
}

// Reading

std::optional<NetworkMode> mode_word(std::string_view name) {
  if (name == "approved") return NetworkMode::approved;
  if (name == "open") return NetworkMode::open;
  return std::nullopt;
}

// Reads a number of whole days.
std::optional<days> days_in(Fields& fields, std::string_view name) {
  const auto given = fields.whole_number(name);
  if (!given) return std::nullopt;
  const FieldShape& shape = fields.shape(name);
  if (*given >= shape.number_min && *given <= shape.number_max) {
    return days(static_cast<int>(*given));
  }
  fields.faults().add(fields.spot().member(name).fault(
      "out_of_range",
      fmt::format("{} must be between {} and {}.", name, shape.number_min, shape.number_max)));
  return std::nullopt;
}

RetentionRule rule_in(const View& value, const Spot& spot, BodyFaults& faults) {
  Fields fields(value, shapes::retention_rule, spot, faults);
  fields.need();
  RetentionRule rule;
  const auto kind = fields.word("kind", kind_word, kinds_for_people);
  rule.kind = kind.value_or(exchange::Kind{});
  rule.content = days_in(fields, "contentDays");
  rule.row = days_in(fields, "rowDays");
  fields.end();
  if (rule.content && rule.row && *rule.row < *rule.content) {
    faults.add(
        spot.member("rowDays").fault("out_of_range", "rowDays must not be less than contentDays."));
  }
  return rule;
}

std::vector<RetentionRule> rules_in(const View& body, BodyFaults& faults) {
  Fields fields(body, shapes::retention_setting, {.path = "", .code = "retention"}, faults);
  fields.need();
  std::vector<RetentionRule> rules;
  fields.list("rules", "rule", [&](const View& element, const Spot& spot) {
    const RetentionRule rule = rule_in(element, spot, faults);
    const auto is_same = [&](const auto& other) { return other.kind == rule.kind; };
    if (std::ranges::any_of(rules, is_same)) {
      faults.add_others(
          {spot.member("kind").fault("repeated", "Each kind can be listed only once.")});
    }
    rules.push_back(rule);
  });
  fields.end();
  return rules;
}

std::vector<std::string> targets_in(const View& body, BodyFaults& faults) {
  Fields fields(body, shapes::webhook_targets, {.path = "", .code = "webhook_targets"}, faults);
  fields.need();
  std::vector<std::string> names;
  fields.list("targets", "target", [&](const View& element, const Spot& spot) {
    const std::string name = element.is_text() ? element.text() : std::string();
    const bool can_match = exchange::WebhookTargets::can_match(name);
    if (can_match) names.push_back(name);
    if (!can_match) {
      faults.add(spot.fault("malformed",
                            "The entry must be a host as in a URL: example.org, *.example.org, "
                            "10.0.0.5, [2001:db8::5], or *."));
    }
  });
  fields.end();
  return names;
}

Response changed(const LoopContext& context, const base::Result<exchange::SettingAnswer>& answer,
                 void (*write)(JsonWriter&, const Directory&)) {
  if (!answer) return answers::failure(answer.error());
  if (const auto* refused = std::get_if<exchange::Refused>(&*answer)) {
    return answers::refused(*refused);
  }
  return std::holds_alternative<exchange::Busy>(*answer) ? answers::busy() : shown(context, write);
}

}  // namespace

Task<Response> show_settings(LoopContext& context, OperatorCall /*call*/) {
  const auto directory = context.services.directory.current();
  co_return data_json(200, [&](JsonWriter& body) {
    body.key("network").begin_object();
    write_mode(body, *directory);
    body.end_object().key("retention").begin_object();
    write_rules(body, *directory);
    body.end_object().key("webhookTargets").begin_object();
    write_targets(body, *directory);
    body.end_object();
  });
}

Task<Response> put_network(LoopContext& context, OperatorCall call) {
  const auto body = context.json_reader.read(call.request.body());
  if (!body) co_return answers::unreadable(body.error());
  BodyFaults faults;
  Fields fields(*body, shapes::network_setting, {.path = "", .code = "network"}, faults);
  fields.need();
  const auto mode = fields.word("mode", mode_word);
  fields.end();
  if (faults.any()) co_return faults.answer();
  const auto answer =
      co_await exchange::set_network(context.desk, call.by, *mode, context.deadline());
  if (!answer) co_return answers::failure(answer.error());
  if (std::holds_alternative<exchange::Busy>(*answer)) co_return answers::busy();
  co_return shown(context, write_mode);
}

Task<Response> show_retention(LoopContext& context, OperatorCall /*call*/) {
  co_return shown(context, write_rules);
}

Task<Response> put_retention(LoopContext& context, OperatorCall call) {
  const auto body = context.json_reader.read(call.request.body());
  if (!body) co_return answers::unreadable(body.error());
  BodyFaults faults;
  std::vector<RetentionRule> rules = rules_in(*body, faults);
  if (faults.any()) co_return faults.answer();
  const auto answer =
      co_await exchange::set_retention(context.desk, call.by, std::move(rules), context.deadline());
  co_return changed(context, answer, write_rules);
}

Task<Response> show_webhook_targets(LoopContext& context, OperatorCall /*call*/) {
  co_return shown(context, write_targets);
}

Task<Response> put_webhook_targets(LoopContext& context, OperatorCall call) {
  const auto body = context.json_reader.read(call.request.body());
  if (!body) co_return answers::unreadable(body.error());
  BodyFaults faults;
  std::vector<std::string> names = targets_in(*body, faults);
  if (faults.any()) co_return faults.answer();
  const auto answer = co_await exchange::set_webhook_targets(context.desk, call.by,
                                                             std::move(names), context.deadline());
  co_return changed(context, answer, write_targets);
}

}  // namespace tradepost::api
