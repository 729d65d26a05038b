#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "exchange/administer.hpp"

// The numbers of transport units: ranges that an operator gives to participants (decisions 1.1, 9),
// from which the network takes SSCCs.
namespace tradepost::exchange {

struct RangeRequest {
  ParticipantId participant;
  Flow flow = Flow::live;
  std::string prefix;      // the extension digit and the company's GS1 prefix: 5 to 13 digits
  std::uint64_t next = 0;  // the first number that may be taken
  std::uint64_t end = 0;   // behind the last one
};
using RangeAnswer = std::variant<NumberRange, Refused, Unknown, Busy>;
// Refused also where it has a number in common with a range that is there, whosever it is.
Answering<RangeAnswer> add_range(Desk& desk, OperatorId by, RangeRequest request,
                                 Deadline deadline);

// Those of a participant and flow, as they were given.
std::vector<NumberRange> ranges(const Directory& directory, ParticipantId participant, Flow flow);

// `count` SSCCs of one of the participant's ranges, at most limits::numbers_taken_max, none of
// which is ever given again. The same request id is given the same ones. Nothing: no range has as
// many left.
Answering<std::optional<std::vector<std::string>>> take_ssccs(Desk& desk, Caller caller,
                                                              base::Uuid request,
                                                              std::uint32_t count,
                                                              Deadline deadline);

// 18 digits, with the check digit.
std::string sscc_of(const NumberRange& range, std::uint64_t number);

}  // namespace tradepost::exchange
