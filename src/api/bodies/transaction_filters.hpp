#pragma once

#include <span>

#include "api/bodies/page_query.hpp"
#include "exchange/port/store_reads.hpp"

namespace tradepost::api {

struct WantedTransactions {
  exchange::HistoryFilter filter;
  bool finds_nothing = false;  // asked for with a status that no transaction ever has
};

// Which filters the two lists of transactions have (contract 2.6).
std::span<const FilterRow<WantedTransactions>> filters_of_incoming();
std::span<const FilterRow<WantedTransactions>> filters_of_history();

}  // namespace tradepost::api
