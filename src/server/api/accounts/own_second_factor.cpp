#include <string>
#include <utility>
#include <variant>

#include "api/accounts/account_json.hpp"
#include "api/accounts/me.hpp"
#include "api/bodies/admin_body.hpp"
#include "api/bodies/body_shapes.hpp"
#include "api/people/people_answer.hpp"
#include "api/people/posting.hpp"
#include "api/wire/answer.hpp"
#include "api/wire/data_answer.hpp"
#include "base/text/json_writer.hpp"
#include "exchange/accounts/second_factor.hpp"

namespace tradepost::api {
namespace {

using base::JsonWriter;
using http::Response;

}  // namespace

Answer propose_second_factor(LoopContext& context, PersonCall call) {
  auto proposing = exchange::proposed_code_secret(context.people, call.who.person,
                                                  host_of(call.base_url), context.deadline());
  const auto proposed = co_await std::move(proposing);
  if (!proposed) co_return answers::failure(proposed.error());
  if (!*proposed) co_return answers::no_session();
  co_return answers::answer_to(**proposed);
}

Answer begin_second_factor(LoopContext& context, PersonCall call) {
  const auto body = context.json_reader.read(call.request.body());
  if (!body) co_return answers::unreadable(body.error());
  BodyFaults faults;
  Fields fields(*body, shapes::second_factor_request, {.path = "", .code = "secondFactor"}, faults);
  fields.need();
  exchange::ProvenSecret proven{.proof = fields.text("proof").value_or(""),
                                .code = fields.text("code").value_or("")};
  fields.end();
  if (faults.any()) co_return faults.answer();
  auto beginning = exchange::begin_second_factor(context.people, call.who.person, std::move(proven),
                                                 context.deadline());
  const auto answer = co_await std::move(beginning);
  if (!answer) co_return answers::failure(answer.error());
  if (std::holds_alternative<exchange::WrongCode>(*answer))
    co_return answers::code_of_other_secret();
  const auto* const codes = std::get_if<exchange::RecoveryCodes>(&*answer);
  if (codes == nullptr) co_return answers::refused<exchange::RecoveryCodes>(*answer);
  Response response = data_json(200, [&](JsonWriter& json) { write_recovery_codes(json, *codes); });
  response.header("Cache-Control", "no-store");
  co_return response;
}

Answer end_second_factor(LoopContext& context, PersonCall call) {
  const auto answer =
      co_await exchange::end_second_factor(context.people, call.who.person, context.deadline());
  if (!answer) co_return answers::failure(answer.error());
  if (std::holds_alternative<exchange::Changed>(*answer)) co_return Response(204);
  if (std::holds_alternative<exchange::Unknown>(*answer)) co_return answers::not_found();
  co_return answers::refused<exchange::Changed>(*answer);
}

}  // namespace tradepost::api
