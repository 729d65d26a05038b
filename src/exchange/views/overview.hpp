#pragma once

#include <optional>

#include "exchange/views/cases.hpp"
#include "exchange/views/history.hpp"

// What an operator sees: everything, of every participant and flow, including held documents. The
// caller has checked that it is an operator. Operators share cursors with each other only.
namespace tradepost::exchange {

struct OverviewRequest {
  HistoryFilter filter;
  std::optional<Cursor> cursor;
  std::uint32_t count_max = 25;
  std::uint64_t bytes_max = base::limits::page_bytes_max;
};
Answering<HistoryAnswer> history(Desk& desk, OperatorId by, OverviewRequest request,
                                 Deadline deadline);
// Nothing: there is none.
Answering<std::optional<Shown>> find(Desk& desk, OperatorId by, TransactionId id,
                                     Deadline deadline);
Answering<EventsAnswer> events(Desk& desk, OperatorId by, TransactionId id,
                               std::optional<Cursor> cursor, std::uint32_t count_max,
                               Deadline deadline);

struct CaseOverviewRequest {
  std::optional<CaseStatus> status;
  std::optional<Cursor> cursor;
  std::uint32_t count_max = 25;
};
Answering<CasesAnswer> cases(Desk& desk, OperatorId by, CaseOverviewRequest request,
                             Deadline deadline);
Answering<std::optional<FoundCase>> find_case(Desk& desk, OperatorId by, CaseId id,
                                              Deadline deadline);

}  // namespace tradepost::exchange
