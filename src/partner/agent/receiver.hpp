#pragma once

#include <chrono>
#include <cstdint>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "agent/condition.hpp"
#include "agent/sinks/sink.hpp"
#include "tradepost/exchange.hpp"

namespace tradepost::agent {

// Pulls pending documents, hands them to the sink and reports the outcomes. Used by one thread.
class Receiver {
 public:
  Receiver(Condition condition, client::Exchange exchange, std::unique_ptr<Sink> sink,
           std::uint32_t attempts_max);

  // Runs until the agent ends.
  void run();
  // Walks once over all pending documents. Fails if the walk was interrupted, or if the sink did
  // not accept every document.
  base::Done run_once();

 private:
  using SteadyTime = std::chrono::steady_clock::time_point;
  // State of a document that the sink did not accept.
  struct Pause {
    unsigned failures = 0;
    SteadyTime next_try = {};
    std::uint64_t taken_before = 0;  // documents that the sink had accepted at the last attempt
  };
  // A document of the walk, and its number of attempts in the ledger.
  struct Due {
    const client::Transaction* document;
    unsigned attempts;
  };

  base::Done walk();
  base::Done hand_over(const client::Page<client::Transaction>& page);
  base::Done hand_over(std::span<const Due> batch);
  base::Result<bool> is_due(const client::Transaction& document, Due& due);
  Ledger::Settled judge(const Due& one, const Outcome& outcome);
  Ledger::Settled put_off(const Due& one, const Outcome& outcome);
  // Settles the hand-overs that a crash or a failed disk interrupted.
  base::Done recall();
  void clear_away();
  base::Done report();
  // Withdraws the documents that a complete walk has not seen. Returns true if documents wait.
  base::Result<bool> withdraw_unseen();
  base::Done settle(std::span<const Ledger::Settled> all);
  std::chrono::milliseconds rest_before_next_walk() const;

  const std::string& bridge() const { return condition_.bridge().name; }

  Condition condition_;
  client::Exchange exchange_;
  std::unique_ptr<Sink> sink_;
  const std::uint32_t attempts_max_;

  std::map<std::string, Pause> pauses_;
  std::uint64_t taken_ = 0;          // documents that the sink has accepted
  unsigned failures_in_a_row_ = 0;   // consecutive failures of the sink
  bool sink_is_away_ = false;        // after too many failures, until the sink accepts a document
  bool is_sparing_ = false;          // this walk skips documents that have failed before
  std::set<std::string> seen_open_;  // waiting or set aside documents of this walk
  bool has_walked_ = false;
  bool has_waited_ = false;  // the exchange could wait for a first document in this walk
  std::size_t found_ = 0;    // documents in this walk
  std::chrono::milliseconds walk_time_{};
  std::chrono::milliseconds listing_time_{};  // without the wait for a first document
};

}  // namespace tradepost::agent
