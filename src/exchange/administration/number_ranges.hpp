#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "exchange/administration/administer.hpp"
#include "exchange/model/number_spans.hpp"

// The numbers of transport units: ranges that an operator gives to participants
// (contract 1.1, 9.9), from which units that come without a number are given one when they are sent
// (numbering.hpp).
namespace tradepost::exchange {

struct RangeRequest {
  std::optional<ParticipantId> participant;  // none: the network's own range
  Flow flow = Flow::live;
  std::string prefix;      // the extension digit and the company's GS1 prefix: 5 to 13 digits
  std::uint64_t next = 0;  // the first number that may be taken
  std::uint64_t end = 0;   // after the last one
};
using RangeAnswer = std::variant<NumberRange, Refused, Unknown, Busy>;
// Refused also where it has a number in common with a range that is there, whosever it is.
Answering<RangeAnswer> add_range(Desk& desk, OperatorId by, RangeRequest request,
                                 Deadline deadline);

// How many of its numbers were never taken.
std::uint64_t numbers_left(const NumberRange& range, const NextNumbers& next);
// Less than a tenth.
constexpr bool are_few(std::uint64_t left, std::uint64_t of) {
  return left < of / 10 || left == 0;
}

// Whose ranges of a flow have few numbers left, all of them together.
struct RunningOut {
  std::optional<ParticipantId> owner;  // none: the network
  Flow flow{};
  std::uint64_t left = 0;
};
Answering<std::vector<RunningOut>> running_out(Desk& desk, Deadline deadline);

}  // namespace tradepost::exchange
