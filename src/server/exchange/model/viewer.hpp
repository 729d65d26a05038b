#pragma once

#include <optional>

#include "exchange/model/transaction.hpp"

namespace tradepost::exchange {

// The reader: a participant, which sees its delivered documents and all documents of which it is a
// viewer; or an operator, which sees all.
struct Viewer {
  std::optional<ParticipantId> participant;  // nullopt: an operator
  Flow flow{};                               // of a participant

  // Returns false for the recipient's side if the document was not delivered.
  bool sees(const Transaction& row) const;
};
using CaseViewer = Viewer;

}  // namespace tradepost::exchange
