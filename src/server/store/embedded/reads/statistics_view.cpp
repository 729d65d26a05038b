#include <algorithm>
#include <chrono>
#include <map>
#include <utility>

#include "store/embedded/format/keys.hpp"
#include "store/embedded/index/sliced_walk.hpp"
#include "store/embedded/reads/views.hpp"

namespace tradepost::store::embedded {
namespace {

using exchange::Instant;
using exchange::StatisticsCount;

constexpr std::size_t hours_at_once_max = 1'000;  // by a loop

Instant beginning_of(Instant hour, exchange::StatisticsStep step) {
  const bool by_hour = step == exchange::StatisticsStep::hour;
  return by_hour ? hour : Instant(std::chrono::floor<std::chrono::days>(hour));
}

}  // namespace

Result<std::vector<StatisticsCount>> Views::statistics(const exchange::StatisticsQuery& query,
                                                       ReadContext& context) const {
  // The empty viewer has the counts of the whole network, for operators.
  const auto viewer = query.viewer.participant.value_or(exchange::ParticipantId());
  // Excludes an hour that began before the span.
  const Instant first =
      std::max(Instant(), Instant(std::chrono::ceil<std::chrono::hours>(query.span.from)));
  SlicedWalk walk(records_.index(), key<layouts::statistics>(viewer, query.viewer.flow),
                  rest_of_key<layouts::statistics, 2>(keys::hour_of(first)), context);
  std::map<StatisticsCount, std::uint64_t> counts;  // by all fields except the count
  std::size_t hours = 0;
  while (walk.next()) {
    const Instant hour = keys::instant_of(value_of<layouts::statistics, 2, keys::Hour>(walk.key()));
    if (hour >= query.span.before) break;
    if (++hours > hours_at_once_max && context.patience == Patience::in_memory_only) {
      return base::refuse(would_wait(context));
    }
    TRY_ASSIGN(const auto value, decoded<HourValue>(walk.value(), "statistics"));
    for (const HourCell& cell : value.cells) {
      counts[{.begins = beginning_of(hour, query.step),
              .kind = cell.kind,
              .direction = cell.direction,
              .status = cell.status,
              .count = 0}] += cell.count;
    }
  }
  TRY(walk.done());
  std::vector<StatisticsCount> answer;
  answer.reserve(counts.size());
  for (const auto& [of, count] : counts) answer.emplace_back(of).count = count;
  return answer;
}

}  // namespace tradepost::store::embedded
