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
  std::vector<agent::Entry> set_aside = {};  // the oldest ones, up to a limit
  // The oldest ones, up to a limit. `attempts` does not include the attempt in progress.
  std::vector<agent::Entry> waiting = {};
  agent::SetAsideFiles set_aside_files = {};
};

struct AgentStatus {
  bool is_running = false;
  std::vector<BridgeStatus> bridges = {};

  bool is_well() const;
};

// Reads the ledger, also if no agent is running.
base::Result<AgentStatus> agent_status_of(const agent::Agent::Settings& settings,
                                          const base::Clock& clock);

void print_for_people(const AgentStatus& status);
std::string for_programs(const AgentStatus& status);

}  // namespace tradepost::app
