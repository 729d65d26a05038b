#pragma once

#include <string>
#include <variant>

#include "exchange/trade/requeueing.hpp"

// An operator hands a document that reached the wrong participant to the right one (contract 9.14).
//
// The old transaction ends before the new one is made. A document with two recipients is worse than
// a discarded document, which its operator moves again: the same request continues after a crash
// between the two commits.
namespace tradepost::exchange {

struct MoveRequest {
  OperatorId by;
  TransactionId id;
  ParticipantId recipient;
  std::string reason;
};

// The transaction was moved to another participant before.
struct MovedElsewhere {};
// The new recipient has the document, or another version of it.
struct ThereAlready {
  TransactionId id;
};
// Refused has the faults of the body, or the requirements of the new recipient that are not met.
using MovingAnswer = std::variant<Requeued, Unknown, WrongState, ContentGone, Blocked, Refused,
                                  MovedElsewhere, ThereAlready, Busy>;
Answering<MovingAnswer> move_document(Desk& desk, MoveRequest request, Deadline deadline);

}  // namespace tradepost::exchange
