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

// Pulls what is pending, hands it to the sink and reports what the sink says. One thread.
class Receiver {
 public:
  Receiver(Condition condition, client::Exchange exchange, std::unique_ptr<Sink> sink,
           std::uint32_t attempts_max);

  // Until the agent ends.
  void run();
  // One walk over all that is pending. An error: it did not come to its end, or the sink has left
  // documents.
  base::Done run_once();

 private:
  using SteadyTime = std::chrono::steady_clock::time_point;
  // Of a document that the sink did not take.
  struct Pause {
    unsigned failures = 0;
    SteadyTime next_try = {};
    std::uint64_t taken_before = 0;  // by the sink
  };
  // A document of the walk, and what the ledger says of it.
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
  // What a crash, or a failure of the disk, interrupted.
  base::Done recall();
  void clear_away();
  base::Done report();
  // Those that are not pending any more, after a walk to the end. Whether any are left that wait.
  base::Result<bool> withdraw_unseen();
  base::Done settle(std::span<const Ledger::Settled> all);
  std::chrono::milliseconds rest_before_next_walk() const;

  const std::string& bridge() const { return condition_.bridge().name; }

  Condition condition_;
  client::Exchange exchange_;
  std::unique_ptr<Sink> sink_;
  const std::uint32_t attempts_max_;

  std::map<std::string, Pause> pauses_;
  std::uint64_t taken_ = 0;          // by the sink
  unsigned failures_in_a_row_ = 0;   // of the sink
  bool sink_is_away_ = false;        // after too many, until it takes a document
  bool is_sparing_ = false;          // this walk tries others than those that were tried before
  std::set<std::string> seen_open_;  // in this walk, of those that wait or are set aside
  bool has_walked_ = false;
  bool has_waited_ = false;  // the exchange, in this walk, if nothing was there
  std::size_t found_ = 0;    // in this walk
  std::chrono::milliseconds walk_time_{};
  std::chrono::milliseconds listing_time_{};  // of it, without the wait for a first document
};

}  // namespace tradepost::agent
