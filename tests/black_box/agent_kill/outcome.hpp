#pragma once

#include <map>
#include <string>

#include "agent_kill/bridged.hpp"
#include "agent_kill/own_system.hpp"

namespace tradepost::agent_kill_tests {

// What was sent to the exchange.
struct Sent {
  std::map<std::string, std::string> number_of;  // by the id
  std::map<std::string, std::string> latest_of;  // the id of the last version, by the number

  void add(const std::string& number, const std::string& id) {
    number_of[id] = number;
    latest_of[number] = id;
  }
};

// When all is settled: system, exchange and ledger say the same of each document, and the system
// had it once. A version that was superseded in time may be missing from the system. `status` is
// what `agent status --json` said; the agent has ended.
void expect_outcome(Bridged& bridged, OwnSystem& system, const Sent& sent,
                    const std::string& status);

}  // namespace tradepost::agent_kill_tests
