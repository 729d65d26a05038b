#pragma once

#include <optional>

#include "exchange/views/cases.hpp"
#include "exchange/views/history.hpp"

// The views of operators: everything, of every participant and flow, including held documents. The
// caller has checked that the request comes from an operator. All operators share their cursors.
namespace tradepost::exchange {

struct OverviewRequest {
  HistoryFilter filter;
  std::optional<Cursor> cursor;
  std::uint32_t count_max = 25;
  std::uint64_t bytes_max = base::limits::page_bytes_max;
};
Answering<HistoryAnswer> history(Desk& desk, OperatorId by, OverviewRequest request,
                                 Deadline deadline);
// Returns nullopt if it is unknown.
Answering<std::optional<Shown>> find(Desk& desk, OperatorId by, TransactionId id,
                                     Deadline deadline);
Answering<EventsAnswer> events(Desk& desk, OperatorId by, TransactionId id,
                               std::optional<Cursor> cursor, std::uint32_t count_max,
                               Deadline deadline);

struct CaseOverviewRequest {
  CaseFilter filter;
  std::optional<Cursor> cursor;
  std::uint32_t count_max = 25;
};
Answering<CasesAnswer> cases(Desk& desk, OperatorId by, CaseOverviewRequest request,
                             Deadline deadline);
Answering<std::optional<FoundCase>> find_case(Desk& desk, OperatorId by, CaseId id,
                                              Deadline deadline);

}  // namespace tradepost::exchange
