#include "api/administration/admin_handlers.hpp"
#include "api/bodies/admin_body.hpp"
#include "api/bodies/body_shapes.hpp"
#include "api/overview/statistics.hpp"
#include "api/wire/answer.hpp"

namespace tradepost::api {
namespace {

using base::Task;
using http::Response;

exchange::StatisticsOverview overview_in(Query& query) {
  exchange::StatisticsOverview overview;
  overview.request = statistics_request_in(query);
  overview.flow = query.value("flow", exchange::flow_of).value_or(exchange::Flow::live);
  overview.participant = query.value("participant", exchange::ParticipantId::parse,
                                     {.rule = "malformed", .must_be = a_participant.must_be});
  return overview;
}

}  // namespace

Task<Response> show_statistics(LoopContext& context, OperatorCall call) {
  Query query(call.request.target(), shapes::get_statistics, Repeats::ignored);
  const exchange::StatisticsOverview overview = overview_in(query);
  if (query.has_faults()) co_return answers::bad_query(query.faults());
  const auto answer =
      co_await exchange::statistics(context.desk, call.by, overview, context.deadline());
  if (!answer) co_return answers::failure(answer.error());
  const bool is_of_one = overview.participant.has_value();
  co_return statistics_answer(*answer, is_of_one ? DirectionOf::a_viewer : DirectionOf::none);
}

}  // namespace tradepost::api
