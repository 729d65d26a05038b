#pragma once

#include <chrono>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "agent/condition.hpp"
#include "base/crypto/random.hpp"
#include "base/ids.hpp"
#include "tradepost/exchange.hpp"

namespace tradepost::agent {

// Sends the files of a folder, in the order of their names, and moves each to sent/ or failed/ with
// the exchange's answer beside it. One thread.
//
// A file that does not change any more is moved to .sending/, where nobody else looks, and its
// idempotency key is in the ledger before it is sent: a crash sends it again under the same key.
class Outbox {
 public:
  static base::Result<Outbox> open(Condition condition, client::Exchange exchange,
                                   const Sending& settings, const base::Clock& clock);

  // Until the agent ends.
  void run();

 private:
  using SteadyTime = std::chrono::steady_clock::time_point;
  // A file as it was when it was looked at last.
  struct Look {
    std::uint64_t bytes = 0;
    std::int64_t changed_ns = 0;
    std::uint64_t inode = 0;
    bool operator==(const Look&) const = default;
  };
  struct Seen {
    Look look;
    SteadyTime since;
  };
  struct Answered {
    Ledger::Sending how = Ledger::Sending::sent;
    std::string json;
  };

  Outbox(Condition condition, client::Exchange exchange, const Sending& settings,
         const base::Clock& clock);
  // Whether anything was sent.
  base::Result<bool> look();
  base::Done take_settled(const std::vector<std::string>& names);
  bool is_settled(const std::string& name);
  bool is_whole(const std::string& path);
  base::Done send(const std::string& name);
  base::Result<Answered> ask(const std::string& bytes, const Outgoing& outgoing);
  void has_contact();
  // Whether the token has the scope.
  bool may_send();
  base::Done put_away(const Outgoing& outgoing);
  std::string free_target(const std::string& folder, const std::string& name) const;

  const std::string& bridge() const { return condition_.bridge().name; }

  Condition condition_;
  client::Exchange exchange_;
  std::string folder_;
  std::string sending_;
  std::chrono::milliseconds settled_after_;
  const base::Clock* clock_;
  base::SystemRandom random_;
  std::map<std::string, Seen> seen_;
  SteadyTime next_contact_ = {};
};

}  // namespace tradepost::agent
