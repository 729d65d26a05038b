#include "api/administration/admin_handlers.hpp"

#include <fmt/format.h>

#include <array>
#include <chrono>
#include <optional>
#include <utility>
#include <variant>
#include <vector>

#include "api/bodies/admin_body.hpp"
#include "api/wire/answer.hpp"
#include "base/ground/limits.hpp"
#include "base/text/json_writer.hpp"
#include "document/model/schema.hpp"
#include "exchange/views/statistics.hpp"

namespace tradepost::api {
namespace {

using base::Task;
using exchange::Finding;
using exchange::StatisticsStep;
using http::Response;

Finding fault(std::string_view name, std::string_view rule, std::string message) {
  return {.code = fmt::format("query.{}.{}", name, rule),
          .path = std::string(name),
          .message = std::move(message)};
}

// The parameters of one query, and all that is wrong with them.
class Question {
 public:
  explicit Question(const http::Target& target) : target_(target) {}

  exchange::StatisticsOverview read() {
    exchange::StatisticsOverview overview;
    overview.request.span.from = moment("from");
    overview.request.span.before = moment("to");
    read_step(overview);
    read_flow(overview);
    read_participant(overview);
    return overview;
  }
  const std::vector<Finding>& faults() const { return faults_; }

 private:
  base::Instant moment(std::string_view name) {
    const auto given = target_.parameter(name);
    const auto found = given ? instant_in(*given) : std::nullopt;
    if (!given) {
      faults_.push_back(fault(name, "missing", fmt::format("{} is missing.", name)));
    } else if (!found) {
      faults_.push_back(fault(name, "not_a_datetime",
                              fmt::format("{} must be a date, or a date and time.", name)));
    }
    return found.value_or(base::Instant());
  }

  void read_step(exchange::StatisticsOverview& overview) {
    const auto given = target_.parameter("step").value_or("day");
    overview.request.step = given == "hour" ? StatisticsStep::hour : StatisticsStep::day;
    if (given != "hour" && given != "day") {
      faults_.push_back(fault("step", "unknown_value", "step must be hour or day."));
    }
  }

  void read_flow(exchange::StatisticsOverview& overview) {
    const auto flow = exchange::flow_of(target_.parameter("flow").value_or("LIVE"));
    overview.flow = flow.value_or(exchange::Flow::live);
    if (!flow) faults_.push_back(fault("flow", "unknown_value", "flow must be LIVE or TEST."));
  }

  void read_participant(exchange::StatisticsOverview& overview) {
    const auto given = target_.parameter("participant");
    if (!given) return;
    overview.participant = exchange::ParticipantId::parse(*given);
    if (overview.participant) return;
    faults_.push_back(
        fault("participant", "malformed", "participant must be the id of a participant."));
  }

  const http::Target& target_;
  std::vector<Finding> faults_;
};

std::string_view name_of_direction(exchange::Direction direction) {
  return direction == exchange::Direction::sent ? "sent" : "received";
}

}  // namespace

Task<Response> show_statistics(Workplace& place, OperatorCall call) {
  Question question(call.request.target());
  exchange::StatisticsOverview overview = question.read();
  if (!question.faults().empty()) co_return answers::bad_query(question.faults());
  const bool is_of_one = overview.participant.has_value();
  const auto answer =
      co_await exchange::statistics(place.desk, call.by, overview, place.deadline());
  if (!answer) co_return answers::failure(answer.error());
  const auto* const counts = std::get_if<std::vector<exchange::StatisticsCount>>(&*answer);
  if (counts == nullptr) {
    const Finding bad =
        fault("to", "out_of_range",
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
