#pragma once

#include <optional>

#include "exchange/model/transaction.hpp"

namespace tradepost::exchange {

// The reader: a participant, which sees the delivered documents and all of which it is a viewer, or
// an operator, which sees all.
struct Viewer {
  std::optional<ParticipantId> participant;  // none: an operator
  Flow flow{};                               // of a participant

  // For the recipient's side an undelivered document does not exist.
  bool sees(const Transaction& row) const;
};
using CaseViewer = Viewer;

}  // namespace tradepost::exchange
