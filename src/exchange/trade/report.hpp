#pragma once

#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "exchange/desk/desk.hpp"

namespace tradepost::exchange {

// What a client reports on one transaction; no id: the item is malformed.
struct ReportRequestItem {
  std::optional<TransactionId> id;
  Verdict verdict{};
  std::string reason;
  ErrorType type = ErrorType::data;
  Context context;
};

struct ReportsKept {
  ReportAnswer items;  // in the order of the request; none of them bad
};
enum class BadItemCode : std::uint8_t { unknown = 1, conflict = 2, malformed = 3 };
struct BadItem {
  std::uint32_t index = 0;
  std::optional<TransactionId> id;
  BadItemCode code{};
};
struct BadItems {
  std::vector<BadItem> items;  // all that are bad; nothing was kept
};
using ReportResult = std::variant<ReportsKept, BadItems>;

// All or nothing, at most limits::reports_max items (contract 7.3); one alone is a bulk of one.
// Texts that are too long are cut. Fails as the store does; the same again is safe.
Answering<ReportResult> report(Desk& desk, Caller caller, std::vector<ReportRequestItem> items,
                               Deadline deadline);

}  // namespace tradepost::exchange
