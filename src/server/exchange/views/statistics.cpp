#include "exchange/views/statistics.hpp"

#include <chrono>
#include <utility>

#include "base/ground/limits.hpp"

namespace tradepost::exchange {
namespace {

namespace limits = base::limits;

template <typename Unit>
std::optional<StatisticsSpan> whole(const StatisticsSpan& span, Unit steps_max) {
  // Checked before any addition, because an instant may be as large as its type permits.
  if (span.before < span.from) return std::nullopt;
  const auto from = std::chrono::floor<Unit>(span.from);
  const auto last = std::chrono::floor<Unit>(span.before);
  if (last - from > steps_max) return std::nullopt;
  const auto before = Instant(last) < span.before ? last + Unit(1) : last;
  if (before - from > steps_max) return std::nullopt;
  return StatisticsSpan{.from = from, .before = before};
}

std::optional<StatisticsSpan> whole(const StatisticsRequest& request) {
  // The years that a date can have. Within them nothing overflows.
  using std::chrono::sys_days;
  constexpr Instant first = sys_days(std::chrono::year(0) / 1 / 1);
  constexpr Instant last = sys_days(std::chrono::year(10'000) / 1 / 1);
  if (request.span.from < first || request.span.before > last) return std::nullopt;
  switch (request.step) {
    case StatisticsStep::hour:
      return whole(request.span, std::chrono::hours(limits::statistics_hours_max));
    case StatisticsStep::day:
      break;
  }
  return whole(request.span, std::chrono::days(limits::statistics_days_max));
}

Answering<StatisticsAnswer> statistics_of(Desk& desk, Viewer viewer, StatisticsRequest request,
                                          Deadline deadline) {
  const auto span = whole(request);
  if (!span) co_return StatisticsAnswer(BadSpan{});
  const StatisticsQuery query{.viewer = viewer, .span = *span, .step = request.step};
  CO_TRY_ASSIGN(std::vector<StatisticsCount> counts,
                co_await desk.store.statistics(query, deadline));
  co_return StatisticsAnswer(std::move(counts));
}

}  // namespace

Answering<StatisticsAnswer> statistics(Desk& desk, const Caller& caller, StatisticsRequest request,
                                       Deadline deadline) {
  const Viewer viewer = caller.viewer();
  return statistics_of(desk, viewer, request, deadline);
}

Answering<StatisticsAnswer> statistics(Desk& desk, OperatorId /*by*/, StatisticsOverview overview,
                                       Deadline deadline) {
  const Viewer viewer{.participant = overview.participant, .flow = overview.flow};
  return statistics_of(desk, viewer, overview.request, deadline);
}

}  // namespace tradepost::exchange
