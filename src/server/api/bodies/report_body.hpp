#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "document/json/view.hpp"
#include "exchange/trade/report.hpp"

namespace tradepost::api {

// The content of a report and all its faults. Unknown fields are ignored, and null counts as absent
// (contract 7.1).
struct ReportRead {
  std::optional<exchange::ReportItem> item;  // nullopt if and only if there are faults
  std::optional<std::string> given_id;       // as given, in a bulk's item
  std::vector<exchange::Finding> faults;
};

// Reads the body of one report. `id` comes from the path.
ReportRead read_report(const document::View& body, exchange::TransactionId id);

struct BulkRead {
  std::vector<ReportRead> items;
  std::vector<exchange::Finding> faults;  // of the list itself, which then has no items
};

// Reads the body of a bulk: {"items": […]}, or the list alone (contract 7.3).
// `id_name` is the field with the id of the transaction.
BulkRead read_bulk(const document::View& body, std::string_view id_name);

}  // namespace tradepost::api
