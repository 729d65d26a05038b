#pragma once

#include "exchange/views/cases.hpp"
#include "exchange/views/history.hpp"

// What participants and operators look at in the same way. `request.caller` is whom cursors are
// bound to; the viewer says what is seen.
namespace tradepost::exchange {

Answering<HistoryAnswer> history_as(Desk& desk, Viewer viewer, HistoryRequest request,
                                    Deadline deadline);
Answering<std::optional<Shown>> find_as(Desk& desk, Viewer viewer, TransactionId id,
                                        Deadline deadline);

struct EventsRequest {
  Caller caller;
  TransactionId id;
  std::optional<Cursor> cursor;
  std::uint32_t count_max = 25;
};
Answering<EventsAnswer> events_as(Desk& desk, Viewer viewer, EventsRequest request,
                                  Deadline deadline);
Answering<CasesAnswer> cases_as(Desk& desk, CaseViewer viewer, CasesRequest request,
                                Deadline deadline);

}  // namespace tradepost::exchange
