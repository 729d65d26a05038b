#pragma once

#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "agent/bridge.hpp"
#include "agent/ledger/ledger.hpp"
#include "agent/meters.hpp"
#include "agent/receiver.hpp"
#include "base/clock.hpp"
#include "base/log.hpp"

namespace tradepost::agent {

// Runs the bridges, with at most two threads for each.
class Agent {
 public:
  struct Settings {
    std::string folder;  // contains the ledger
    std::vector<Bridge> bridges;
  };
  // Fails if another agent uses the folder, a setting is invalid or a folder cannot be created.
  // The agent retries exchanges and sinks that are away. Clock and log must outlive the agent.
  static base::Result<std::unique_ptr<Agent>> start(Settings settings, const base::Clock& clock,
                                                    const base::Log& log);
  // Walks once over all pending documents in this thread, hands them over and reports them. Fails
  // if the exchange or the sink is away, or if the sink did not accept every document.
  static base::Done receive_once(Settings settings, const base::Clock& clock, const base::Log& log);
  // Waits until the hand-overs and sends in progress end.
  ~Agent();

  const Meters& meters() const { return meters_; }

 private:
  Agent(Settings settings, LedgerLock lock, const base::Clock& clock, const base::Log& log);
  base::Result<Receiver> receiver_of(const Bridge& bridge);
  base::Done start_receiving(const Bridge& bridge);
  base::Done start_sending(const Bridge& bridge);

  const Settings settings_;
  const LedgerLock lock_;
  const base::Clock& clock_;
  const base::Log& log_;
  Meters meters_;
  std::stop_source stop_;
  std::vector<std::unique_ptr<Ledger>> ledgers_;  // one for each thread
  std::vector<std::thread> threads_;
};

}  // namespace tradepost::agent
