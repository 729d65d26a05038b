#pragma once

#include <optional>
#include <variant>
#include <vector>

#include "exchange/desk/desk.hpp"

// How much of what was sent and received, by the hour or the day in which it was made, and what has
// become of it.
namespace tradepost::exchange {

// Widened to whole steps of UTC.
struct StatisticsRequest {
  StatisticsSpan span;
  StatisticsStep step = StatisticsStep::hour;
};

// More steps than are counted at once, or a span that ends before it begins.
struct BadSpan {};
// In the order of StatisticsCount; steps and values of which there are none are not named.
using StatisticsAnswer = std::variant<std::vector<StatisticsCount>, BadSpan>;

// Of what the caller sees.
Answering<StatisticsAnswer> statistics(Desk& desk, const Caller& caller, StatisticsRequest request,
                                       Deadline deadline);

// Of what a participant sees, or, where none is named, of all there is, each transaction once. Who
// asks has checked that it is an operator. A participant that there is not has seen nothing.
struct StatisticsOverview {
  std::optional<ParticipantId> participant;
  Flow flow = Flow::live;
  StatisticsRequest request;
};
Answering<StatisticsAnswer> statistics(Desk& desk, OperatorId by, StatisticsOverview overview,
                                       Deadline deadline);

}  // namespace tradepost::exchange
