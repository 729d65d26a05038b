#pragma once

#include <optional>
#include <variant>
#include <vector>

#include "exchange/desk/desk.hpp"

namespace tradepost::exchange {

struct ReportsKept {
  ReportAnswer items;  // in the order of the request; none of them is bad
};
enum class BadItemCode : std::uint8_t { unknown = 1, conflict = 2, malformed = 3 };
struct BadItem {
  std::uint32_t index = 0;
  std::optional<TransactionId> id;
  BadItemCode code{};
};
struct BadItems {
  std::vector<BadItem> items;  // all bad items; nothing was kept
};
using ReportResult = std::variant<ReportsKept, BadItems>;

// Reports on at most limits::reports_max items, all or none (contract 7.3). A single report is a
// list of one. An item without value is malformed. Too long texts are cut. Fails as the store does;
// a repetition is safe.
Answering<ReportResult> report(Desk& desk, Caller caller,
                               std::vector<std::optional<ReportItem>> items, Deadline deadline);

}  // namespace tradepost::exchange
