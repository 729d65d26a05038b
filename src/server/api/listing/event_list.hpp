#pragma once

#include <optional>

#include "api/bodies/page_query.hpp"
#include "api/request/loop_context.hpp"
#include "base/tasks/task.hpp"
#include "exchange/views/history.hpp"
#include "http/message/response.hpp"

namespace tradepost::api {

// The events that were requested: of a transaction, for the people of participant `of` (nullopt: of
// all).
struct EventsWanted {
  exchange::TransactionId id;
  PageQuery page;
  std::optional<exchange::ParticipantId> of;
};

// Answers with the events of a transaction, for participants and for operators.
base::Task<http::Response> events_answer(LoopContext& context, const OpenCall& call,
                                         EventsWanted wanted, exchange::EventsAnswer found);

}  // namespace tradepost::api
