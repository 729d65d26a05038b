#include "api/administration/admin_handlers.hpp"

#include <fmt/format.h>

#include <utility>
#include <variant>
#include <vector>

#include "api/bodies/admin_body.hpp"
#include "api/bodies/body_shapes.hpp"
#include "api/bodies/query.hpp"
#include "api/wire/answer.hpp"
#include "base/ground/limits.hpp"
#include "base/text/json_writer.hpp"
#include "document/model/schema.hpp"
#include "exchange/views/statistics.hpp"

namespace tradepost::api {
namespace {

using base::Task;
using exchange::StatisticsStep;
using http::Response;

exchange::StatisticsOverview overview_in(Query& query) {
  constexpr Otherwise a_time = {.rule = "not_a_datetime", .must_be = "a date, or a date and time"};
  exchange::StatisticsOverview overview;
  exchange::StatisticsRequest& request = overview.request;
  request.span.from = query.value("from", instant_in, a_time).value_or(base::Instant());
  request.span.before = query.value("to", instant_in, a_time).value_or(base::Instant());
  request.step = query.text("step") == "hour" ? StatisticsStep::hour : StatisticsStep::day;
  overview.flow = query.value("flow", exchange::flow_of).value_or(exchange::Flow::live);
  overview.participant = query.value("participant", exchange::ParticipantId::parse,
                                     {.rule = "malformed", .must_be = a_participant.must_be});
  return overview;
}

std::string_view name_of_direction(exchange::Direction direction) {
  return direction == exchange::Direction::sent ? "sent" : "received";
}

}  // namespace

Task<Response> show_statistics(Workplace& place, OperatorCall call) {
  Query query(call.request.target(), shapes::get_statistics, Repeats::ignored);
  exchange::StatisticsOverview overview = overview_in(query);
  if (query.has_faults()) co_return answers::bad_query(query.faults());
  const bool is_of_one = overview.participant.has_value();
  const auto answer =
      co_await exchange::statistics(place.desk, call.by, overview, place.deadline());
  if (!answer) co_return answers::failure(answer.error());
  const auto* const counts = std::get_if<std::vector<exchange::StatisticsCount>>(&*answer);
  if (counts == nullptr) {
    const exchange::Finding bad = query_fault(
        "to", "out_of_range",
        fmt::format("to must be after from, by at most {} hours or {} days.",
                    base::limits::statistics_hours_max, base::limits::statistics_days_max));
    co_return answers::bad_query({&bad, 1});
  }
  base::JsonWriter body;
  body.begin_object().key("data").begin_array();
  for (const exchange::StatisticsCount& count : *counts) {
    body.begin_object().key("begins").string(base::to_string(count.begins));
    body.key("type").string(document::row_of(count.kind).name);
    if (is_of_one) body.key("direction").string(name_of_direction(count.direction));
    body.key("status").string(exchange::name_of(count.status));
    body.key("count").integer(count.count).end_object();
  }
  body.end_array().end_object();
  co_return json(200, std::move(body).finish());
}

}  // namespace tradepost::api
