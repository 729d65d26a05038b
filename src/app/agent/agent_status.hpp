#pragma once

#include <string>
#include <vector>

#include "agent/agent.hpp"

namespace tradepost::app {

struct BridgeStatus {
  std::string name;
  bool receives = false;
  bool sends = false;
  agent::Health receiving = {};
  agent::Health sending = {};
  agent::Counts counts = {};
  std::vector<agent::Entry> set_aside = {};  // the oldest, up to a bound
  std::vector<agent::Entry> waiting = {};    // likewise
  agent::SetAsideFiles set_aside_files = {};
};

struct AgentStatus {
  bool is_running = false;
  std::vector<BridgeStatus> bridges = {};

  bool is_well() const;
};

// As the ledger has it, whether an agent runs or not.
base::Result<AgentStatus> agent_status_of(const agent::Agent::Settings& settings,
                                          const base::Clock& clock);

void print_for_people(const AgentStatus& status);
std::string for_programs(const AgentStatus& status);

}  // namespace tradepost::app
