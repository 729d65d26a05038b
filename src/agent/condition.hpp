#pragma once

#include <chrono>
#include <stop_token>
#include <string>

#include "agent/ledger/ledger.hpp"
#include "agent/meters.hpp"
#include "base/clock.hpp"
#include "base/log.hpp"

namespace tradepost::agent {

// What a bridge's direction works with, and how it goes: kept in the ledger for `agent status`,
// logged when it changes, counted. One thread.
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

  // The exchange has answered.
  void has_contact();
  void is_well();
  void has(const std::string& problem);
  // How long to wait before the next attempt: longer with each one that failed.
  std::chrono::milliseconds pause() const;
  // Until then, or until the agent ends.
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

// How long something that failed so often in a row is left alone.
std::chrono::milliseconds pause_after(unsigned failures);

}  // namespace tradepost::agent
