#include "api/overview/statistics.hpp"

#include <fmt/format.h>

#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "api/bodies/admin_body.hpp"
#include "api/bodies/body_shapes.hpp"
#include "api/overview/overview_handlers.hpp"
#include "api/wire/answer.hpp"
#include "base/ground/limits.hpp"
#include "base/text/json_writer.hpp"
#include "document/model/schema.hpp"

namespace tradepost::api {
namespace {

using exchange::StatisticsStep;
using http::Response;

std::string_view name_of(exchange::Direction direction) {
  return direction == exchange::Direction::sent ? "sent" : "received";
}

Response bad_span() {
  const exchange::Finding fault = query_fault(
      "to", "out_of_range",
      fmt::format("to must be after from, by at most {} hours or {} days.",
                  base::limits::statistics_hours_max, base::limits::statistics_days_max));
  return answers::bad_query({&fault, 1});
}

}  // namespace

exchange::StatisticsRequest statistics_request_in(Query& query) {
  constexpr Otherwise a_time = {.rule = "not_a_datetime", .must_be = "a date, or a date and time"};
  exchange::StatisticsRequest request;
  request.span.from = query.value("from", instant_in, a_time).value_or(base::Instant());
  request.span.before = query.value("to", instant_in, a_time).value_or(base::Instant());
  request.step = query.text("step") == "hour" ? StatisticsStep::hour : StatisticsStep::day;
  return request;
}

Response statistics_answer(const exchange::StatisticsAnswer& answer, DirectionOf direction) {
  const auto* const counts = std::get_if<std::vector<exchange::StatisticsCount>>(&answer);
  if (counts == nullptr) return bad_span();
  base::JsonWriter body;
  body.begin_object().key("data").begin_array();
  for (const exchange::StatisticsCount& count : *counts) {
    body.begin_object().key("begins").string(base::to_string(count.begins));
    body.key("type").string(document::row_of(count.kind).name);
    if (direction == DirectionOf::a_viewer) {
      body.key("direction").string(name_of(count.direction));
    }
    body.key("status").string(exchange::name_of(count.status));
    body.key("count").integer(count.count).end_object();
  }
  body.end_array().end_object();
  return json(200, std::move(body).finish());
}

base::Task<Response> show_own_statistics(LoopContext& context, Call call) {
  Query query(call.request.target(), shapes::get_own_statistics, Repeats::ignored);
  const exchange::StatisticsRequest request = statistics_request_in(query);
  if (query.has_faults()) co_return answers::bad_query(query.faults());
  const auto answer =
      co_await exchange::statistics(context.desk, call.caller, request, context.deadline());
  if (!answer) co_return answers::failure(answer.error());
  co_return statistics_answer(*answer, DirectionOf::a_viewer);
}

}  // namespace tradepost::api
