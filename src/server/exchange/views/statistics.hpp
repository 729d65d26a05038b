#pragma once

#include <optional>
#include <variant>
#include <vector>

#include "exchange/desk/desk.hpp"

// Counts of sent and received documents, by the hour or day of sending and by status.
namespace tradepost::exchange {

// The span is widened to whole steps of UTC.
struct StatisticsRequest {
  StatisticsSpan span;
  StatisticsStep step = StatisticsStep::hour;
};

// The span has more steps than the limit, or ends before it begins.
struct BadSpan {};
// In the order of StatisticsCount. Zero counts are absent.
using StatisticsAnswer = std::variant<std::vector<StatisticsCount>, BadSpan>;

// Counts the documents that the caller sees.
Answering<StatisticsAnswer> statistics(Desk& desk, const Caller& caller, StatisticsRequest request,
                                       Deadline deadline);

// Counts the documents that a participant sees or, without a participant, all transactions once
// each. The caller has checked that the request comes from an operator. An unknown participant has
// no counts.
struct StatisticsOverview {
  std::optional<ParticipantId> participant;
  Flow flow = Flow::live;
  StatisticsRequest request;
};
Answering<StatisticsAnswer> statistics(Desk& desk, OperatorId by, StatisticsOverview overview,
                                       Deadline deadline);

}  // namespace tradepost::exchange
