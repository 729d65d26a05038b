#pragma once

#include "agent_kill/own_system.hpp"

namespace tradepost::agent_kill_tests {

// Sends documents through the agent into a system, and kills the agent and the exchange at random
// moments. Expects each document to be in the system once, and the same result of it in the system,
// the exchange and the ledger. TRADEPOST_SEED repeats the moments; TRADEPOST_LONG sends 20,000
// documents.
void expect_once_despite_kills(OwnSystem& system);

}  // namespace tradepost::agent_kill_tests
