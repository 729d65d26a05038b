#include "api/administration/admin_handlers.hpp"

#include "api/administration/admin_list.hpp"
#include "api/json/admin_entries.hpp"
#include "api/wire/answer.hpp"
#include "exchange/administration/standing.hpp"

namespace tradepost::api {
namespace {

using base::Task;
using http::Response;

}  // namespace

Task<Response> list_queues(LoopContext& context, OperatorCall call) {
  const auto query =
      list_query_of(call.request.target(), context.sealer, shapes::list_queues, participant_wanted);
  if (!query) co_return answers::bad_query(query.error());
  const auto answer = co_await exchange::queues(context.desk, call.by, page_of(query->page),
                                                query->wanted, context.deadline());
  if (!answer) co_return answers::failure(answer.error());
  const base::Instant now = context.desk.clock.now();
  co_return list_answer(
      context, call, query->page, *answer,
      [&](base::JsonWriter& json, const exchange::QueueShown& queue) {
        write_queue(json, queue);
        json.key("isOverdue").boolean(exchange::is_overdue(queue.state, now, context.desk.rules));
      });
}

}  // namespace tradepost::api
