#include "exchange/rules/number_spans.hpp"

#include <string>

namespace tradepost::exchange {
namespace {

constexpr std::size_t digits = 17;  // of an SSCC, without its check digit

}  // namespace

std::uint64_t numbers_with(std::string_view prefix) {
  std::uint64_t count = 1;
  for (std::size_t i = prefix.size(); i < digits; ++i) count *= 10;
  return count;
}

std::pair<std::uint64_t, std::uint64_t> span_of(const NumberRange& range) {
  const std::uint64_t first = std::stoull(range.prefix) * numbers_with(range.prefix);
  return {first + range.next, first + range.end};
}

const NumberRange* overlapping(const Directory& directory, const NumberRange& range) {
  const auto [first, end] = span_of(range);
  for (const NumberRange* other : directory.ranges()) {
    if (other->flow != range.flow || other->id == range.id) continue;
    const auto [others_first, others_end] = span_of(*other);
    if (first < others_end && others_first < end) return other;
  }
  return nullptr;
}

std::vector<NumberRange> ranges(const Directory& directory, ParticipantId participant, Flow flow) {
  std::vector<NumberRange> answer;
  for (const NumberRange* range : directory.ranges_of(participant)) {
    if (range->flow == flow) answer.push_back(*range);
  }
  return answer;
}

}  // namespace tradepost::exchange
