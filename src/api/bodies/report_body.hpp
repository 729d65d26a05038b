#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "document/json/view.hpp"
#include "exchange/trade/report.hpp"

namespace tradepost::api {

// What a report says, and all that is wrong with it. What it does not know it ignores, and null
// counts as absent (contract 7.1).
struct ReportRead {
  exchange::ReportRequestItem item;     // without an id where that is missing or malformed
  std::optional<std::string> given_id;  // as it was written, of a bulk's item
  std::vector<exchange::Finding> faults;
};

// The body of one mark; `id` is the path's.
ReportRead read_report(const document::View& body, exchange::TransactionId id);

struct BulkRead {
  std::vector<ReportRead> items;
  std::vector<exchange::Finding> faults;  // of the list itself: then there are no items
};

// The body of a bulk: {"items": […]}, or the bare list (contract 7.3). `id_name` is the field that
// names the transaction.
BulkRead read_bulk(const document::View& body, std::string_view id_name);

}  // namespace tradepost::api
