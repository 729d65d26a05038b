#pragma once

#include <optional>

#include "exchange/model/transaction.hpp"

namespace tradepost::exchange {

// Who looks: a participant, which sees what it is a viewer of and what was delivered, or an
// operator, which sees all.
struct Viewer {
  std::optional<ParticipantId> participant;  // none: an operator
  Flow flow{};                               // of a participant

  // To the recipient's side what was never delivered does not exist.
  bool sees(const Transaction& row) const;
};
using CaseViewer = Viewer;

}  // namespace tradepost::exchange
