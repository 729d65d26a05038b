#pragma once

#include <optional>
#include <variant>

#include "exchange/desk/desk.hpp"
#include "exchange/model/transaction.hpp"
#include "exchange/trade/send.hpp"

namespace tradepost::exchange {

// The token lacks `send` for the sender's side, or `report` for the recipient's.
struct ScopeMissing {};
using RequeueAnswer = std::variant<Requeued, Unknown, WrongState, ContentGone, ScopeMissing,
                                   Blocked, HeldFull, KeyMismatch, KeyRunning, KeysFull, Busy>;
struct RequeueRequest {
  Caller caller;
  TransactionId id;
  std::optional<Digest> key;
};
// Sends a failed or discarded latest version again under a new id (contract 5.7).
Answering<RequeueAnswer> requeue(Desk& desk, RequeueRequest request, Deadline deadline);

// Requeues for a participant or an operator: `command` has no new id, delivery and route yet. The
// viewer must see the transaction. For a participant, `scopes` are the scopes of its token.
Answering<RequeueAnswer> requeue_as(Desk& desk, Requeue command, Viewer viewer, Scopes scopes,
                                    Deadline deadline);

}  // namespace tradepost::exchange
