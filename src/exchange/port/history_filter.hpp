#pragma once

#include "exchange/port/store_reads.hpp"

namespace tradepost::exchange {

// What the viewer is to the transaction; to an operator all is sent.
Direction direction_of(const Transaction& row, const Viewer& viewer);

// Whether a row is one that the filter asks for (contract 2.6); whether the viewer may see it is
// Viewer::sees. Every store gives the same answer, for it is given here. A store looks for an SSCC
// by itself: rows of an index have no units.
bool matches(const Transaction& row, const Viewer& viewer, const HistoryFilter& filter);

}  // namespace tradepost::exchange
