#pragma once

#include "api/request/route.hpp"

// What a participant has at a glance.
namespace tradepost::api {

// GET /v2/statistics: what the caller sees, counted.
Answer show_own_statistics(Workplace& place, Call call);

// GET /v2/overview: its queue, what is held, and which partners have stopped pulling.
Answer show_own_overview(Workplace& place, Call call);

// GET /v2/changes: that something changed which the caller sees.
Answer tell_own_changes(Workplace& place, Call call);

}  // namespace tradepost::api
