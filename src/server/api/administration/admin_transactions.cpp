#include "api/administration/admin_handlers.hpp"

#include <expected>
#include <optional>
#include <string>
#include <utility>
#include <variant>

#include "api/bodies/admin_body.hpp"
#include "api/bodies/body_shapes.hpp"
#include "api/bodies/list_filters.hpp"
#include "api/bodies/page_answer.hpp"
#include "api/handlers/requeue_answer.hpp"
#include "api/json/translated.hpp"
#include "api/listing/event_list.hpp"
#include "api/request/answer_room.hpp"
#include "api/request/transaction_json.hpp"
#include "api/wire/admin_answer.hpp"
#include "api/wire/answer.hpp"
#include "api/wire/data_answer.hpp"
#include "api/wire/negotiation.hpp"
#include "base/text/json_writer.hpp"
#include "exchange/trade/moving.hpp"
#include "exchange/views/overview.hpp"
#include "exchange/views/related.hpp"

namespace tradepost::api {
namespace {

using base::Task;
using http::Response;

Response listed(LoopContext& context, const OperatorCall& call, const PageQuery& query,
                const exchange::ShownPage& found) {
  const auto directory = context.services.directory.current();
  const ListUrl url{.base = call.base_url, .path = call.path};
  const Language language = requested_language(call.request);
  const auto append = [&](http::Body& body, const exchange::Shown& item) {
    append_shown(body, item, *directory, context.names, {}, language);
  };
  return in_language(page_answer(context.sealer, url, query, found, append), language);
}

// Reads {"reason": "…"}.
std::expected<std::string, Response> reason_in(LoopContext& context, const OperatorCall& call) {
  const auto body = context.json_reader.read(call.request.body());
  if (!body) return std::unexpected(answers::unreadable(body.error()));
  BodyFaults faults;
  Fields fields(*body, shapes::reason, {.path = "", .code = "transaction"}, faults);
  fields.need();
  std::string reason = fields.reason("reason").value_or("");
  fields.end();
  if (faults.any()) return std::unexpected(faults.answer());
  return reason;
}

struct MovingAnswers {
  const LoopContext& context;

  Response operator()(const exchange::Requeued& it) const {
    return requeue_answer(context, it, {});
  }
  Response operator()(const exchange::Unknown&) const { return answers::not_found(); }
  Response operator()(const exchange::WrongState&) const { return answers::not_to_move(); }
  Response operator()(const exchange::ContentGone&) const {
    return answers::content_gone_before_move();
  }
  Response operator()(const exchange::Blocked&) const { return answers::sender_blocked(); }
  Response operator()(const exchange::Refused& it) const { return answers::refused(it); }
  Response operator()(const exchange::MovedElsewhere&) const { return answers::moved_elsewhere(); }
  Response operator()(const exchange::ThereAlready&) const { return answers::there_already(); }
  Response operator()(const exchange::Busy&) const { return answers::busy(); }
};

}  // namespace

Task<Response> list_all_transactions(LoopContext& context, OperatorCall call) {
  const auto query = list_query_of(call.request.target(), context.sealer,
                                   shapes::list_transactions_of_all, history_wanted);
  if (!query) co_return answers::bad_query(query.error());
  if (query->wanted.finds_nothing) {
    if (query->page.cursor) co_return with_bad_cursor();
    co_return listed(context, call, query->page, {});
  }
  exchange::OverviewRequest request{.filter = query->wanted.filter,
                                    .cursor = query->page.cursor,
                                    .count_max = query->page.per_page,
                                    .bytes_max = call.room.page_bytes()};
  const auto found =
      co_await exchange::history(context.desk, call.by, std::move(request), context.deadline());
  if (!found) co_return answers::failure(found.error());
  const auto* const page = std::get_if<exchange::ShownPage>(&*found);
  if (page == nullptr) co_return with_bad_cursor();
  co_return listed(context, call, query->page, *page);
}

Task<Response> show_any_transaction(LoopContext& context, OperatorCall call) {
  const auto id = exchange::TransactionId::parse(call.captures.at("id"));
  if (!id) co_return answers::not_found();
  const auto found = co_await exchange::find(context.desk, call.by, *id, context.deadline());
  if (!found) co_return answers::failure(found.error());
  if (!*found) co_return answers::not_found();
  Response response = json(200, "{\"data\":");
  const Language language = requested_language(call.request);
  const auto directory = context.services.directory.current();
  append_shown(response.body, **found, *directory, context.names, {}, language);
  response.body.append("}");
  co_return in_language(std::move(response), language);
}

Task<Response> list_related_of_any(LoopContext& context, OperatorCall call) {
  const auto id = exchange::TransactionId::parse(call.captures.at("id"));
  if (!id) co_return answers::not_found();
  const auto found = co_await exchange::related(context.desk, call.by, *id, context.deadline());
  co_return related_answer(found, *context.services.directory.current(), context.names,
                           requested_language(call.request));
}

Task<Response> list_events_of_any(LoopContext& context, OperatorCall call) {
  const auto id = exchange::TransactionId::parse(call.captures.at("id"));
  if (!id) co_return answers::not_found();
  const auto query = list_query_of(call.request.target(), context.sealer,
                                   shapes::list_events_of_any_transaction, no_filters);
  if (!query) co_return answers::bad_query(query.error());
  const PageQuery& asked = query->page;
  const auto found = co_await exchange::events(context.desk, call.by, *id, asked.cursor,
                                               asked.per_page, context.deadline());
  if (!found) co_return answers::failure(found.error());
  EventsWanted wanted{.id = *id, .page = asked, .of = {}};
  auto answering = events_answer(context, call, std::move(wanted), *found);
  co_return co_await std::move(answering);
}

Task<Response> requeue_any(LoopContext& context, OperatorCall call) {
  const auto id = exchange::TransactionId::parse(call.captures.at("id"));
  if (!id) co_return answers::not_found();
  auto reason = reason_in(context, call);
  if (!reason) co_return std::move(reason).error();
  std::optional<std::string> words = *std::move(reason);
  const auto answer =
      co_await exchange::requeue(context.desk, call.by, *id, context.deadline(), std::move(words));
  if (!answer) co_return answers::failure(answer.error());
  co_return requeue_answer(context, *answer, {});
}

Task<Response> discard_any(LoopContext& context, OperatorCall call) {
  const auto id = exchange::TransactionId::parse(call.captures.at("id"));
  if (!id) co_return answers::not_found();
  auto reason = reason_in(context, call);
  if (!reason) co_return std::move(reason).error();
  const auto answer = co_await exchange::discard(context.desk, call.by, *id, *std::move(reason),
                                                 context.deadline());
  if (!answer) co_return answers::failure(answer.error());
  if (std::holds_alternative<exchange::Unknown>(*answer)) co_return answers::not_found();
  if (std::holds_alternative<exchange::WrongState>(*answer)) co_return answers::not_to_discard();
  co_return data_json(200, [&](base::JsonWriter& body) {
    body.key(context.names.transaction_id).string(id->to_string());
    body.key("status").string(exchange::name_of(exchange::Status::dropped));
  });
}

Task<Response> move_any(LoopContext& context, OperatorCall call) {
  const auto id = exchange::TransactionId::parse(call.captures.at("id"));
  if (!id) co_return answers::not_found();
  const auto body = context.json_reader.read(call.request.body());
  if (!body) co_return answers::unreadable(body.error());
  BodyFaults faults;
  Fields fields(*body, shapes::move_request, {.path = "", .code = "transaction"}, faults);
  fields.need();
  exchange::MoveRequest request{.by = call.by, .id = *id, .recipient = {}, .reason = {}};
  request.recipient = fields.id<exchange::ParticipantId>("participant").value_or(request.recipient);
  request.reason = fields.reason("reason").value_or("");
  fields.end();
  if (faults.any()) co_return faults.answer();
  const auto answer =
      co_await exchange::move_document(context.desk, std::move(request), context.deadline());
  if (!answer) co_return answers::failure(answer.error());
  co_return std::visit(MovingAnswers{.context = context}, *answer);
}

}  // namespace tradepost::api
