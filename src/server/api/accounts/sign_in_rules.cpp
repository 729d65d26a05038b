#include "api/accounts/sign_in_rules.hpp"

#include <optional>
#include <utility>
#include <variant>

#include "api/bodies/admin_body.hpp"
#include "api/bodies/body_shapes.hpp"
#include "api/people/manager.hpp"
#include "api/people/people_answer.hpp"
#include "api/people/word_table.hpp"
#include "api/wire/answer.hpp"
#include "api/wire/data_answer.hpp"
#include "base/text/json_writer.hpp"
#include "exchange/accounts/required_factor.hpp"

namespace tradepost::api {
namespace {

using exchange::SecondFactorRule;
using http::Response;

constexpr Names<SecondFactorRule, 2> rules = {{
    {SecondFactorRule::optional, "optional"},
    {SecondFactorRule::required, "required"},
}};

std::optional<SecondFactorRule> rule_word(std::string_view name) {
  return word_in(rules, name);
}

Response shown(const LoopContext& context, const std::optional<exchange::ParticipantId>& place) {
  const exchange::DirectoryPtr directory = context.services.directory.current();
  return data_json(200, [&](base::JsonWriter& json) {
    json.key("secondFactor").string(name_in(rules, second_factor_rule(*directory, place)));
  });
}

Answer changed_rules(LoopContext& context, const OpenCall& call, exchange::Manager manager) {
  const auto body = context.json_reader.read(call.request.body());
  if (!body) co_return answers::unreadable(body.error());
  BodyFaults faults;
  Fields fields(*body, shapes::sign_in_rules, {.path = "", .code = "signInRules"}, faults);
  fields.need();
  const auto rule = fields.word("secondFactor", rule_word);
  fields.end();
  if (faults.any()) co_return faults.answer();
  const auto place = manager.of;
  auto setting = exchange::set_second_factor_rule(context.people, std::move(manager), *rule,
                                                  context.deadline());
  const auto answer = co_await std::move(setting);
  if (!answer) co_return answers::failure(answer.error());
  if (!std::holds_alternative<exchange::Changed>(*answer))
    co_return answers::refused<exchange::Changed>(*answer);
  co_return shown(context, place);
}

}  // namespace

Answer show_sign_in_rules(LoopContext& context, Call call) {
  co_return shown(context, call.caller.participant);
}

Answer put_sign_in_rules(LoopContext& context, Call call) {
  auto changing = changed_rules(context, call, manager_of(call));
  co_return co_await std::move(changing);
}

Answer show_sign_in_rules_of_operators(LoopContext& context, OperatorCall /*call*/) {
  co_return shown(context, std::nullopt);
}

Answer put_sign_in_rules_of_operators(LoopContext& context, OperatorCall call) {
  auto changing = changed_rules(context, call, manager_of(call));
  co_return co_await std::move(changing);
}

}  // namespace tradepost::api
