#pragma once

#include "agent_kill/own_system.hpp"

namespace tradepost::agent_kill_tests {

// Documents go through the agent into a system, while the agent and the exchange are killed at
// random moments. Expects each document to be in the system once, and the exchange and the ledger
// to say of it what the system said. TRADEPOST_SEED repeats the moments; TRADEPOST_LONG makes it
// 20,000 documents.
void expect_once_despite_kills(OwnSystem& system);

}  // namespace tradepost::agent_kill_tests
