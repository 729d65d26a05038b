#include "exchange/administration/number_ranges.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>

#include "exchange/desk/change.hpp"
#include "exchange/model/findings.hpp"
#include "exchange/trade/refused.hpp"

namespace tradepost::exchange {
namespace {

constexpr std::size_t prefix_digits_min = 5;
constexpr std::size_t prefix_digits_max = 13;

bool is_prefix(std::string_view prefix) {
  return prefix.size() >= prefix_digits_min && prefix.size() <= prefix_digits_max &&
         std::ranges::all_of(prefix, [](char c) { return c >= '0' && c <= '9'; }) &&
         prefix.find_first_not_of('0') != std::string_view::npos;
}

Refused overlaps_another() {
  return {.faults = {findings::bad_range("prefix", "This range overlaps another range.")},
          .fault_count = 1,
          .case_id = {}};
}

std::vector<Finding> faults_of(const NumberRange& range) {
  if (!is_prefix(range.prefix)) {
    return {findings::bad_range(
        "prefix",
        "The prefix must be an extension digit and a GS1 company prefix: 5 to 13 digits in all.")};
  }
  if (range.next >= range.end || range.end > numbers_with(range.prefix)) {
    return {findings::bad_range(
        "end",
        fmt::format("The range must have at least one number. With this prefix it can end at {}.",
                    numbers_with(range.prefix)))};
  }
  return {};
}

}  // namespace

std::uint64_t numbers_left(const NumberRange& range, const NextNumbers& next) {
  const auto [first, end] = span_of(range);
  const auto taken = next.find(range.id);
  return taken == next.end() ? end - first : end - std::clamp(taken->second, first, end);
}

Answering<std::vector<RunningOut>> running_out(Desk& desk, Deadline deadline) {
  struct Count {
    std::uint64_t left = 0;
    std::uint64_t all = 0;
  };
  CO_TRY_ASSIGN(const NextNumbers next, co_await desk.store.next_numbers(deadline));
  const DirectoryPtr directory = desk.directory.current();
  std::map<std::pair<std::optional<ParticipantId>, Flow>, Count> counts;
  for (const NumberRange* const range : directory->ranges()) {
    Count& count = counts[{range->participant, range->flow}];
    count.left += numbers_left(*range, next);
    count.all += range->end - range->next;
  }
  std::vector<RunningOut> answer;
  for (const auto& [of, count] : counts) {
    if (!are_few(count.left, count.all)) continue;
    answer.push_back({.owner = of.first, .flow = of.second, .left = count.left});
  }
  co_return std::move(answer);
}

Answering<RangeAnswer> add_range(Desk& desk, OperatorId by, RangeRequest request,
                                 Deadline deadline) {
  const DirectoryPtr directory = desk.directory.current();
  if (request.participant) {
    const Participant* const owner = directory->participant(*request.participant);
    const bool is_open = owner != nullptr && owner->state == ParticipantState::open;
    if (!is_open) co_return RangeAnswer(Unknown{});
  }
  NumberRange range;
  range.id = RangeId(desk.ids.next());
  range.revision = 1;
  range.participant = request.participant;
  range.flow = request.flow;
  range.prefix = std::move(request.prefix);
  range.next = request.next;
  range.end = request.end;
  auto faults = faults_of(range);
  if (!faults.empty()) co_return RangeAnswer(refused_for(std::move(faults)));
  DirectoryChange change;
  change.entries.emplace_back(range);
  change.by = Actor::of(by);
  CO_TRY_ASSIGN(const DirectoryAnswer said,
                co_await change_directory(desk, std::move(change), deadline));
  // The commit checks overlaps, because another range may be added at the same time.
  if (std::holds_alternative<RangesOverlap>(said)) co_return RangeAnswer(overlaps_another());
  if (!std::holds_alternative<DirectoryChanged>(said)) co_return RangeAnswer(Busy{});
  co_return RangeAnswer(std::move(range));
}

}  // namespace tradepost::exchange
