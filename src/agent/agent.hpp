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

// The bridges at work, two threads each.
class Agent {
 public:
  struct Settings {
    std::string folder;  // of the ledger
    std::vector<Bridge> bridges;
  };
  // Refused: another agent works with the folder, a setting can't be used, a folder can't be made.
  // Exchanges and sinks that are away are waited for. Clock and log outlive it.
  static base::Result<std::unique_ptr<Agent>> start(Settings settings, const base::Clock& clock,
                                                    const base::Log& log);
  // One walk over all that is pending, in this thread: it is handed over and reported. An error:
  // the exchange or the sink is away, or documents are left that the sink did not take.
  static base::Done receive_once(Settings settings, const base::Clock& clock, const base::Log& log);
  // Waits for what is being handed over and sent.
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
  std::vector<std::unique_ptr<Ledger>> ledgers_;  // one a thread
  std::vector<std::thread> threads_;
};

}  // namespace tradepost::agent
