#pragma once

#include <chrono>
#include <stop_token>
#include <string>

#include "agent/ledger/ledger.hpp"
#include "agent/meters.hpp"
#include "base/clock.hpp"
#include "base/log.hpp"

namespace tradepost::agent {

// Context and state of one direction of a bridge. The state is stored in the ledger for `agent
// status`, logged when it changes, and counted. Used by one thread.
class Condition {
 public:
  struct Parts {
    const Bridge& bridge;
    Direction direction;
    Ledger& ledger;
    Meters& meters;
    const base::Clock& clock;
    const base::Log& log;
    std::stop_token stop;
  };
  explicit Condition(Parts parts);

  // Records that the exchange has answered.
  void has_contact();
  void is_well();
  void has(const std::string& problem);
  // Returns the pause before the next attempt. It grows with each failed attempt.
  std::chrono::milliseconds pause() const;
  // Sleeps for `time`, or until the agent ends.
  void rest(std::chrono::milliseconds time) const;

  const Bridge& bridge() const { return parts_.bridge; }
  const base::Log& log() const { return parts_.log; }
  Ledger& ledger() { return parts_.ledger; }
  bool is_over() const { return parts_.stop.stop_requested(); }
  const std::stop_token& stop() const { return parts_.stop; }
  const Meters::OfBridge& meters() const { return *meters_; }
  base::MetricSlots& slots() { return *slots_; }

 private:
  void keep();

  Parts parts_;
  const Meters::OfBridge* meters_;
  base::MetricSlots* slots_;
  Health health_;
  unsigned failures_ = 0;
  std::chrono::steady_clock::time_point kept_{};
};

// Returns the pause after so many consecutive failures.
std::chrono::milliseconds pause_after(unsigned failures);

}  // namespace tradepost::agent
