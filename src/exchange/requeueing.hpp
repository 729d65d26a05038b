#pragma once

#include "exchange/history.hpp"

namespace tradepost::exchange {

// Requeues for a participant or an operator: `command` without new id, delivery and route. The
// viewer must see the transaction; of a participant, the scopes are those of its token.
Answering<RequeueAnswer> requeue_as(Desk& desk, Requeue command, Viewer viewer, Scopes scopes,
                                    Deadline deadline);

}  // namespace tradepost::exchange
