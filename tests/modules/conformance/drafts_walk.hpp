#pragma once

#include "exchange/port/drafts.hpp"

// The promises of a store's drafts.
namespace tradepost::conformance {

// Begins without drafts.
void walk_drafts(exchange::Drafts& drafts);
// Expects the draft that walk_drafts() leaves.
void expect_draft_that_remains(exchange::Drafts& drafts);

}  // namespace tradepost::conformance
