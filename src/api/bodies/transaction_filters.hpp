#pragma once

#include "api/bodies/page_query.hpp"
#include "exchange/port/store_reads.hpp"

namespace tradepost::api {

struct WantedTransactions {
  exchange::HistoryFilter filter;
  bool finds_nothing = false;  // asked for with a status that no transaction ever has
};

// What the two lists of transactions are filtered by (contract 2.6).
WantedTransactions incoming_wanted(Query& query);
WantedTransactions history_wanted(Query& query);

}  // namespace tradepost::api
