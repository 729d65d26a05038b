#pragma once

#include "agent_kill/own_system.hpp"

namespace tradepost::agent_kill_tests {

// Sends one document after another. The nth agent is killed at its nth step, a write or a sync,
// until an agent survives. After each death the recipient takes its documents, and the next agent
// continues. Expects each document to be in the system once.
void expect_once_wherever_the_agent_dies(OwnSystem& system);

}  // namespace tradepost::agent_kill_tests
