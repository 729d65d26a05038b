#include "exchange/views/overview.hpp"

#include "exchange/views/viewing.hpp"

namespace tradepost::exchange {
namespace {

// Operators' cursors are bound to this caller: no participant has the id of zero.
Caller any_operator() {
  return {.participant = {}, .token = {}, .flow = Flow::live, .scopes = Scopes::all()};
}

}  // namespace

Answering<HistoryAnswer> history(Desk& desk, OperatorId /*by*/, OverviewRequest request,
                                 Deadline deadline) {
  HistoryRequest asked{.caller = any_operator(),
                       .filter = std::move(request.filter),
                       .cursor = request.cursor,
                       .count_max = request.count_max,
                       .bytes_max = request.bytes_max};
  auto answer = co_await history_as(desk, Viewer{}, std::move(asked), deadline);
  co_return std::move(answer);
}

Answering<std::optional<Shown>> find(Desk& desk, OperatorId /*by*/, TransactionId id,
                                     Deadline deadline) {
  auto answer = co_await find_as(desk, Viewer{}, id, deadline);
  co_return std::move(answer);
}

Answering<EventsAnswer> events(Desk& desk, OperatorId /*by*/, TransactionId id,
                               std::optional<Cursor> cursor, std::uint32_t count_max,
                               Deadline deadline) {
  const EventsRequest asked{
      .caller = any_operator(), .id = id, .cursor = cursor, .count_max = count_max};
  auto answer = co_await events_as(desk, Viewer{}, asked, deadline);
  co_return std::move(answer);
}

Answering<CasesAnswer> cases(Desk& desk, OperatorId /*by*/, CaseOverviewRequest request,
                             Deadline deadline) {
  const CasesRequest asked{.caller = any_operator(),
                           .filter = request.filter,
                           .cursor = request.cursor,
                           .count_max = request.count_max};
  auto answer = co_await cases_as(desk, CaseViewer{}, asked, deadline);
  co_return std::move(answer);
}

Answering<std::optional<FoundCase>> find_case(Desk& desk, OperatorId /*by*/, CaseId id,
                                              Deadline deadline) {
  auto answer = co_await desk.store.find_case(id, CaseViewer{}, deadline);
  co_return std::move(answer);
}

}  // namespace tradepost::exchange
