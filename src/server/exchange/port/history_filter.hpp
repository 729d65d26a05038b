#pragma once

#include "exchange/port/store_reads.hpp"

namespace tradepost::exchange {

// Returns the viewer's direction of the transaction. For an operator it is always `sent`.
Direction direction_of(const Transaction& row, const Viewer& viewer);

// Returns true if the filter matches the row (contract 2.6). Viewer::sees decides whether the
// viewer may see it. Every store uses this function, so all give the same answer. Each store
// matches an SSCC itself, because rows of an index have no units.
bool matches(const Transaction& row, const Viewer& viewer, const HistoryFilter& filter);

}  // namespace tradepost::exchange
