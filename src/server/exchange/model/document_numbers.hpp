#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "exchange/model/model.hpp"

namespace tradepost::exchange {

using NumbersChangeId = base::Id<struct NumbersChangeTag>;

// The last change of an entry. Operators see all but the takings in the log of changes.
enum class NumbersChange : std::uint8_t { set = 1, removed = 2, taken = 3 };

// Numbers that begin with the prefix. Those below `end` may have been given to documents.
struct GivenNumbers {
  std::string prefix;
  std::uint64_t end = 0;

  bool operator==(const GivenNumbers&) const = default;
};

// The numbers that a participant gives to its own documents of one kind in one flow (contract 14).
// The entry remains when the range is removed, so that a number is never given twice.
struct DocumentNumbers {
  ParticipantId participant;
  Flow flow = Flow::live;
  Kind kind{};
  Revision revision = 0;
  NumbersChange change = NumbersChange::set;
  // Differs for each change: two takers of the same number have different entries, so the store
  // keeps one of them.
  NumbersChangeId change_id;
  std::uint64_t epoch = 0;  // the life of the store at the last change: a restore skips numbers
  std::string prefix;
  std::uint64_t next = 1;
  std::uint8_t width = 1;           // the least number of digits
  std::vector<GivenNumbers> given;  // of each prefix that gave a number

  bool operator==(const DocumentNumbers&) const = default;
};

}  // namespace tradepost::exchange
