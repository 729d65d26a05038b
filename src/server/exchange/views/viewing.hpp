#pragma once

#include "exchange/views/cases.hpp"
#include "exchange/views/history.hpp"

// The views that participants and operators share. Cursors are bound to `request.caller`; `viewer`
// determines the visible rows.
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
