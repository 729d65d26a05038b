#include "api/administration/admin_handlers.hpp"

#include <utility>
#include <variant>

#include "api/administration/admin_list.hpp"
#include "api/bodies/admin_body.hpp"
#include "api/bodies/body_shapes.hpp"
#include "api/wire/admin_answer.hpp"
#include "api/wire/answer.hpp"
#include "api/wire/data_answer.hpp"
#include "base/crypto/new_token.hpp"
#include "base/crypto/sha256.hpp"
#include "base/text/json_writer.hpp"
#include "exchange/administration/operators.hpp"

namespace tradepost::api {
namespace {

using base::Task;
using http::Response;

void write_operator(base::JsonWriter& body, const exchange::Operator& one) {
  body.key("id").string(one.id.to_string()).key("name").string(one.name);
  body.key("createdAt").string(base::to_string(base::instant_of(one.id.uuid())));
}

}  // namespace

Task<Response> post_operator(LoopContext& context, OperatorCall call) {
  const auto body = context.json_reader.read(call.request.body());
  if (!body) co_return answers::unreadable(body.error());
  BodyFaults faults;
  Fields fields(*body, shapes::operator_request, {.path = "", .code = "operator"}, faults);
  fields.need();
  std::string name = fields.name("name").value_or("");
  fields.end();
  if (faults.any()) co_return faults.answer();
  const std::string token = base::new_token(context.random, "tp_op_");
  exchange::OperatorRequest request{.name = std::move(name), .hash = base::sha256(token)};
  const auto answer = co_await exchange::add_operator(context.desk, exchange::Actor::of(call.by),
                                                      std::move(request), context.deadline());
  if (!answer) co_return answers::failure(answer.error());
  if (const auto* refused = std::get_if<exchange::Refused>(&*answer)) {
    co_return answers::refused(*refused);
  }
  const auto* const added = std::get_if<exchange::Operator>(&*answer);
  if (added == nullptr) co_return answers::busy();
  base::JsonWriter written;
  written.begin_object();
  write_operator(written, *added);
  written.key("token").string(token).end_object();
  co_return json(201, std::move(written).finish());
}

Task<Response> list_operators(LoopContext& context, OperatorCall call) {
  const auto query =
      list_query_of(call.request.target(), context.sealer, shapes::list_operators, no_filters);
  if (!query) co_return answers::bad_query(query.error());
  const auto answer = exchange::operators(context.desk, call.by, page_of(query->page));
  co_return list_answer(context, call, query->page, answer, write_operator);
}

Task<Response> delete_operator(LoopContext& context, OperatorCall call) {
  const auto id = exchange::OperatorId::parse(call.captures.at("id"));
  if (!id) co_return answers::not_found();
  const auto answer = co_await exchange::remove_operator(context.desk, exchange::Actor::of(call.by),
                                                         *id, context.deadline());
  if (!answer) co_return answers::failure(answer.error());
  if (std::holds_alternative<exchange::Unknown>(*answer)) co_return answers::not_found();
  if (std::holds_alternative<exchange::Refused>(*answer)) co_return answers::last_operator();
  if (std::holds_alternative<exchange::Busy>(*answer)) co_return answers::busy();
  co_return data_json(200, [&](base::JsonWriter& body) { body.key("id").string(id->to_string()); });
}

}  // namespace tradepost::api
