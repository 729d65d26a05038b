#pragma once

#include <optional>
#include <variant>
#include <vector>

#include "exchange/desk/desk.hpp"

// Counts of sent and received documents, by the hour or the day of sending, and by status.
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

// Counts what the caller sees.
Answering<StatisticsAnswer> statistics(Desk& desk, const Caller& caller, StatisticsRequest request,
                                       Deadline deadline);

// Counts what a participant sees or, if none is named, all transactions once each. The caller has
// checked that it is an operator. An unknown participant has no counts.
struct StatisticsOverview {
  std::optional<ParticipantId> participant;
  Flow flow = Flow::live;
  StatisticsRequest request;
};
Answering<StatisticsAnswer> statistics(Desk& desk, OperatorId by, StatisticsOverview overview,
                                       Deadline deadline);

}  // namespace tradepost::exchange
