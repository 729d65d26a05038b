#include "exchange/trade/report.hpp"

#include <algorithm>

#include "base/ground/check.hpp"
#include "base/ground/limits.hpp"

namespace tradepost::exchange {
namespace {

struct Asked {
  ReportCommand command;
  std::vector<std::uint32_t> indexes;  // of the command's items in the request
  BadItems malformed;
};

Asked asked_of(Desk& desk, const Caller& caller, std::vector<ReportRequestItem> items) {
  Asked asked;
  asked.command.recipient = caller.participant;
  asked.command.flow = caller.flow;
  asked.command.by = Actor::of(caller.participant);
  for (std::uint32_t i = 0; i < items.size(); ++i) {
    ReportRequestItem& item = items[i];
    if (!item.id) {
      asked.malformed.items.push_back({.index = i, .id = {}, .code = BadItemCode::malformed});
      continue;
    }
    ReportItem& taken = asked.command.items.emplace_back();
    taken.id = *item.id;
    taken.verdict = item.verdict;
    taken.reason = std::move(item.reason);
    taken.type = item.type;
    taken.context = std::move(item.context);
    if (taken.verdict == Verdict::failure) taken.new_case = CaseId(desk.ids.next());
    asked.indexes.push_back(i);
  }
  // Nothing will be kept, but the other faults are reported too.
  if (!asked.malformed.items.empty()) asked.command.purpose = Purpose::judge_only;
  return asked;
}

}  // namespace

Answering<ReportResult> report(Desk& desk, Caller caller, std::vector<ReportRequestItem> items,
                               Deadline deadline) {
  CHECK(items.size() <= base::limits::reports_max);
  Asked asked = asked_of(desk, caller, std::move(items));
  std::vector<TransactionId> ids;
  for (const ReportItem& item : asked.command.items) ids.push_back(item.id);
  CO_TRY_ASSIGN(ReportAnswer answer,
                co_await desk.store.report(std::move(asked.command), deadline));
  BadItems bad = std::move(asked.malformed);
  for (std::size_t i = 0; i < answer.size(); ++i) {
    if (!is_bad(answer[i].outcome)) continue;
    const bool is_unknown = answer[i].outcome == ReportOutcome::unknown;
    bad.items.push_back({.index = asked.indexes[i],
                         .id = ids[i],
                         .code = is_unknown ? BadItemCode::unknown : BadItemCode::conflict});
  }
  if (bad.items.empty()) co_return ReportResult(ReportsKept{std::move(answer)});
  std::ranges::sort(bad.items, {}, &BadItem::index);
  co_return ReportResult(std::move(bad));
}

}  // namespace tradepost::exchange
