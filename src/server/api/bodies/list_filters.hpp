#pragma once

#include "api/bodies/page_query.hpp"
#include "exchange/port/store_reads.hpp"
#include "exchange/views/case_filter.hpp"

namespace tradepost::api {

struct WantedTransactions {
  exchange::HistoryFilter filter;
  bool finds_nothing = false;  // the requested status never occurs
};

// Read the filters of the two lists of transactions (contract 2.6).
WantedTransactions incoming_wanted(Query& query);
WantedTransactions history_wanted(Query& query);

// Reads the filters of the lists of cases (contract 8.4).
exchange::CaseFilter cases_wanted(Query& query);

}  // namespace tradepost::api
