#pragma once

#include <map>
#include <string>

#include "agent_kill/bridged.hpp"
#include "agent_kill/own_system.hpp"

namespace tradepost::agent_kill_tests {

// The documents that were sent to the exchange.
struct Sent {
  std::map<std::string, std::string> number_of;  // by id
  std::map<std::string, std::string> latest_of;  // id of the latest version, by number

  void add(const std::string& number, const std::string& id) {
    number_of[id] = number;
    latest_of[number] = id;
  }
};

// Expects system, exchange and ledger to have the same result of each settled document, and the
// system to have had it once. A version that was superseded in time may be missing from the system.
// `status` is the last output of `agent status --json`; the agent has ended.
void expect_outcome(Bridged& bridged, OwnSystem& system, const Sent& sent,
                    const std::string& status);

}  // namespace tradepost::agent_kill_tests
