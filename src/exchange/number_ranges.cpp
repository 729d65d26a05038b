#include "exchange/number_ranges.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/check.hpp"
#include "base/limits.hpp"
#include "exchange/decide_parts.hpp"
#include "exchange/findings.hpp"
#include "gs1/check_digit.hpp"

namespace tradepost::exchange {
namespace {

namespace limits = base::limits;

constexpr std::size_t digits = 17;  // of an SSCC, without its check digit
constexpr std::size_t prefix_digits_min = 5;
constexpr std::size_t prefix_digits_max = 13;

std::uint64_t numbers_behind(std::string_view prefix) {
  std::uint64_t count = 1;
  for (std::size_t i = prefix.size(); i < digits; ++i) count *= 10;
  return count;
}

// Its first number, and the one behind its last, with the prefix in front.
std::pair<std::uint64_t, std::uint64_t> span_of(const NumberRange& range) {
  const std::uint64_t first = std::stoull(range.prefix) * numbers_behind(range.prefix);
  return {first + range.next, first + range.end};
}

bool is_prefix(std::string_view prefix) {
  return prefix.size() >= prefix_digits_min && prefix.size() <= prefix_digits_max &&
         std::ranges::all_of(prefix, [](char c) { return c >= '0' && c <= '9'; });
}

// Of one flow: tests may number as they like.
bool overlaps(const Directory& directory, const NumberRange& range) {
  const auto [first, end] = span_of(range);
  for (const NumberRange* other : directory.ranges()) {
    if (other->flow != range.flow) continue;
    const auto [others_first, others_end] = span_of(*other);
    if (first < others_end && others_first < end) return true;
  }
  return false;
}

std::vector<Finding> faults_of(const Directory& directory, const NumberRange& range) {
  if (!is_prefix(range.prefix)) {
    return {findings::bad_range("prefix",
                                "It is the extension digit and a GS1 prefix: 5 to 13 digits.")};
  }
  if (range.next >= range.end || range.end > numbers_behind(range.prefix)) {
    return {findings::bad_range("end", fmt::format("A range has a number at least, and ends at {} "
                                                   "with this prefix.",
                                                   numbers_behind(range.prefix)))};
  }
  if (overlaps(directory, range)) {
    return {findings::bad_range("prefix", "Another range has some of these numbers.")};
  }
  return {};
}

}  // namespace

std::string sscc_of(const NumberRange& range, std::uint64_t number) {
  std::string text = fmt::format("{}{:0{}}", range.prefix, number, digits - range.prefix.size());
  CHECK(text.size() == digits);
  text += gs1::check_digit(text);
  return text;
}

std::vector<NumberRange> ranges(const Directory& directory, ParticipantId participant, Flow flow) {
  std::vector<NumberRange> answer;
  for (const NumberRange* range : directory.ranges_of(participant)) {
    if (range->flow == flow) answer.push_back(*range);
  }
  return answer;
}

Answering<RangeAnswer> add_range(Desk& desk, OperatorId by, RangeRequest request,
                                 Deadline deadline) {
  const DirectoryPtr directory = desk.directory.current();
  const Participant* const owner = directory->participant(request.participant);
  if (owner == nullptr || owner->state != ParticipantState::open) co_return RangeAnswer(Unknown{});
  NumberRange range;
  range.id = RangeId(desk.ids.next());
  range.revision = 1;
  range.participant = request.participant;
  range.flow = request.flow;
  range.prefix = std::move(request.prefix);
  range.next = request.next;
  range.end = request.end;
  auto faults = faults_of(*directory, range);
  if (!faults.empty()) {
    const auto count = faults.size();
    co_return RangeAnswer(
        Refused{.faults = std::move(faults), .fault_count = count, .case_id = {}});
  }
  DirectoryChange change;
  change.entries.emplace_back(range);
  change.by = Actor::of(by);
  CO_TRY_ASSIGN(const DirectoryAnswer said,
                co_await desk.store.change_directory(std::move(change), deadline));
  CO_TRY(co_await desk.directory.catch_up(desk.store, deadline));
  if (!std::holds_alternative<DirectoryChanged>(said)) co_return RangeAnswer(Busy{});
  co_return RangeAnswer(std::move(range));
}

Answering<std::optional<std::vector<std::string>>> take_ssccs(Desk& desk, Caller caller,
                                                              base::Uuid request,
                                                              std::uint32_t count,
                                                              Deadline deadline) {
  using Answer = std::optional<std::vector<std::string>>;
  CHECK(count > 0 && count <= limits::numbers_taken_max);
  const DirectoryPtr directory = desk.directory.current();
  for (const NumberRange& range : ranges(*directory, caller.participant, caller.flow)) {
    // The request's id is the range's own, so that it never names another range's block.
    const base::Uuid asked = derived_id("numbers", {range.id.uuid(), request});
    CO_TRY_ASSIGN(const std::optional<NumbersTaken> block,
                  co_await desk.store.take_numbers(range.id, asked, count, deadline));
    if (!block) continue;
    std::vector<std::string> taken;
    for (std::uint32_t i = 0; i < block->count; ++i)
      taken.push_back(sscc_of(range, block->first + i));
    co_return Answer(std::move(taken));
  }
  co_return Answer();
}

}  // namespace tradepost::exchange
