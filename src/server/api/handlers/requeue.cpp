#include "api/handlers/handlers.hpp"

#include <array>
#include <optional>
#include <string_view>
#include <utility>
#include <variant>

#include "api/handlers/requeue_answer.hpp"
#include "api/request/idempotency.hpp"
#include "api/wire/admin_answer.hpp"
#include "api/wire/answer.hpp"
#include "api/wire/negotiation.hpp"
#include "base/text/json_writer.hpp"
#include "exchange/views/history.hpp"

namespace tradepost::api {
namespace {

using base::Task;
using exchange::Scopes;
using http::Response;

struct RequeueAnswers {
  const LoopContext& context;
  Scopes scopes;

  Response operator()(const exchange::Requeued& it) const {
    base::JsonWriter body;
    body.begin_object().key(context.names.transaction_id).string(it.id.to_string());
    body.key("held").boolean(it.delivery == exchange::Delivery::when_released).end_object();
    return marked(json(201, std::move(body).finish()), it.given);
  }
  Response operator()(const exchange::Unknown&) const { return answers::not_found(); }
  Response operator()(const exchange::WrongState&) const { return answers::not_to_requeue(); }
  Response operator()(const exchange::ContentGone&) const { return answers::content_gone(); }
  // The route has admitted a token with one of the two scopes.
  Response operator()(const exchange::ScopeMissing&) const {
    const std::array<std::string_view, 1> other = {scopes.has(Scopes::send) ? "report" : "send"};
    return answers::scope_missing(other);
  }
  Response operator()(const exchange::Blocked&) const { return answers::sender_blocked(); }
  Response operator()(const exchange::HeldFull&) const { return answers::held_full(); }
  Response operator()(const exchange::KeyMismatch&) const { return answers::key_used_otherwise(); }
  Response operator()(const exchange::KeyRunning&) const { return answers::key_in_use(); }
  Response operator()(const exchange::KeysFull&) const { return answers::keys_full(); }
  Response operator()(const exchange::Busy&) const { return answers::busy(); }
};

}  // namespace

Response requeue_answer(const LoopContext& context, const exchange::RequeueAnswer& answer,
                        Scopes scopes) {
  return std::visit(RequeueAnswers{.context = context, .scopes = scopes}, answer);
}

Task<Response> requeue_document(LoopContext& context, Call call) {
  const auto id = exchange::TransactionId::parse(call.captures.at("id"));
  if (!id) co_return answers::not_found();
  const IdempotencyKey key = idempotency_key(call.request);
  if (key.form == KeyForm::bad) co_return answers::bad_idempotency_key();
  exchange::RequeueRequest request{.caller = call.caller, .id = *id, .key = key.digest};
  const auto answer = co_await ask_with_key(context, exchange::KeyPath::requeue, std::move(request),
                                            [](auto& desk, auto asked, auto by) {
                                              return exchange::requeue(desk, std::move(asked), by);
                                            });
  if (!answer) co_return answers::failure(answer.error());
  co_return requeue_answer(context, *answer, call.caller.scopes);
}

}  // namespace tradepost::api
