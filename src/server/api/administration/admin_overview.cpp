#include <string_view>

#include "api/administration/admin_handlers.hpp"
#include "api/json/admin_entries.hpp"
#include "api/wire/answer.hpp"
#include "api/wire/data_answer.hpp"
#include "exchange/administration/standing.hpp"

namespace tradepost::api {
namespace {

using base::JsonWriter;
using base::Task;
using http::Response;

void write_flow(JsonWriter& body, const exchange::FlowStanding& flow) {
  body.begin_object().key("flow").string(exchange::name_of(flow.flow));
  body.key("pending").integer(flow.pending).key("failed").integer(flow.failed);
  body.key("held").integer(flow.held).key("overdue").integer(flow.overdue).end_object();
}

void write_waiting(JsonWriter& body, const exchange::WaitingQueue& waiting) {
  body.begin_object();
  write_queue(body, waiting.queue);
  body.key("isOverdue").boolean(waiting.is_overdue).end_object();
}

}  // namespace

Task<Response> show_overview(LoopContext& context, OperatorCall call) {
  const auto found = co_await exchange::standing(context.desk, call.by, context.deadline());
  if (!found) co_return answers::failure(found.error());
  co_return data_json(200, [&](JsonWriter& body) {
    body.key("flows").begin_array();
    for (const exchange::FlowStanding& flow : found->flows) write_flow(body, flow);
    body.end_array().key("longestWaiting").begin_array();
    for (const exchange::WaitingQueue& one : found->longest_waiting) write_waiting(body, one);
    body.end_array();
  });
}

}  // namespace tradepost::api
