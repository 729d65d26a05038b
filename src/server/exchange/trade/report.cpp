#include "exchange/trade/report.hpp"

#include <algorithm>
#include <utility>

#include "base/ground/check.hpp"
#include "base/ground/limits.hpp"

namespace tradepost::exchange {

Answering<ReportResult> report(Desk& desk, Caller caller,
                               std::vector<std::optional<ReportItem>> items, Deadline deadline) {
  CHECK(items.size() <= base::limits::reports_max);
  ReportCommand command;
  command.recipient = caller.participant;
  command.flow = caller.flow;
  command.by = caller.actor();
  BadItems bad;
  std::vector<BadItem> asked;  // the items of the command, if they turn out to be bad
  for (std::uint32_t i = 0; i < items.size(); ++i) {
    if (!items[i]) {
      bad.items.push_back({.index = i, .id = {}, .code = BadItemCode::malformed});
      continue;
    }
    ReportItem& item = command.items.emplace_back(*std::move(items[i]));
    if (item.verdict == Verdict::failure) item.new_case = CaseId(desk.ids.next());
    asked.push_back({.index = i, .id = item.id, .code = {}});
  }
  // Nothing will be kept, but the other faults are reported too.
  if (!bad.items.empty()) command.purpose = Purpose::validate_only;
  CO_TRY_ASSIGN(ReportAnswer answer, co_await desk.store.report(std::move(command), deadline));
  for (std::size_t i = 0; i < answer.size(); ++i) {
    if (!is_bad(answer[i].outcome)) continue;
    const bool is_unknown = answer[i].outcome == ReportOutcome::unknown;
    asked[i].code = is_unknown ? BadItemCode::unknown : BadItemCode::conflict;
    bad.items.push_back(asked[i]);
  }
  if (bad.items.empty()) co_return ReportResult(ReportsKept{std::move(answer)});
  std::ranges::sort(bad.items, {}, &BadItem::index);
  co_return ReportResult(std::move(bad));
}

}  // namespace tradepost::exchange
