#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "exchange/administration/administer.hpp"
#include "exchange/rules/number_spans.hpp"

// The numbers of transport units: ranges that an operator gives to participants (contract 1.1,
// 9.9). A unit without a number receives one from them when it is sent (numbering.hpp).
namespace tradepost::exchange {

struct RangeRequest {
  std::optional<ParticipantId> participant;  // nullopt: the network's own range
  Flow flow = Flow::live;
  std::string prefix;      // the extension digit and the company's GS1 prefix: 5 to 13 digits
  std::uint64_t next = 0;  // the first free number
  std::uint64_t end = 0;   // after the last number
};
using RangeAnswer = std::variant<NumberRange, Refused, Unknown, Busy>;
// Refused also if the new range has a number in common with an existing range of any owner.
Answering<RangeAnswer> add_range(Desk& desk, OperatorId by, RangeRequest request,
                                 Deadline deadline);

// Returns how many numbers of the range are free.
std::uint64_t numbers_left(const NumberRange& range, const NextNumbers& next);
// Returns true for less than a tenth.
constexpr bool are_few(std::uint64_t left, std::uint64_t of) {
  return left < of / 10 || left == 0;
}

// An owner whose ranges of a flow, all together, have few numbers left.
struct RunningOut {
  std::optional<ParticipantId> owner;  // nullopt: the network
  Flow flow{};
  std::uint64_t left = 0;
};
Answering<std::vector<RunningOut>> running_out(Desk& desk, Deadline deadline);

}  // namespace tradepost::exchange
