#pragma once

#include "agent_kill/own_system.hpp"

namespace tradepost::agent_kill_tests {

// One document after the other, and one agent after the other that is killed: at its first write,
// its first sync, its next write, and so on, until an agent lives. After each death the recipient
// takes away what it has, and the next agent goes on. Expects each document to be there once.
void expect_once_wherever_the_agent_dies(OwnSystem& system);

}  // namespace tradepost::agent_kill_tests
