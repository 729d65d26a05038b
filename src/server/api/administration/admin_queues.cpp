#include "api/administration/admin_handlers.hpp"

#include "api/administration/admin_list.hpp"
#include "api/json/admin_entries.hpp"
#include "api/wire/answer.hpp"

namespace tradepost::api {
namespace {

using base::Task;
using http::Response;

}  // namespace

Task<Response> list_queues(Workplace& place, OperatorCall call) {
  const auto query =
      list_query_of(call.request.target(), place.sealer, shapes::list_queues, participant_wanted);
  if (!query) co_return answers::bad_query(query.error());
  const auto answer = co_await exchange::queues(place.desk, call.by, page_of(query->page),
                                                query->wanted, place.deadline());
  if (!answer) co_return answers::failure(answer.error());
  co_return list_answer(place, call, query->page, *answer, write_queue);
}

}  // namespace tradepost::api
