#pragma once

#include "api/request/route.hpp"

// Handlers of a participant's overview.
namespace tradepost::api {

// GET /v2/statistics: counts of the transactions that the caller sees.
Answer show_own_statistics(LoopContext& context, Call call);

// GET /v2/overview: the caller's queue, held documents, and partners that have stopped polling.
Answer show_own_overview(LoopContext& context, Call call);

// GET /v2/changes: notifications of changes to the data that the caller sees.
Answer wait_for_own_changes(LoopContext& context, Call call);

}  // namespace tradepost::api
