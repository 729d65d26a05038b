#pragma once

#include <chrono>
#include <functional>
#include <string>

#include "served/desk.hpp"
#include "trade/trade.hpp"
#include "tradepost/exchange.hpp"

namespace tradepost::agent_kill_tests {

// An exchange, and an agent that receives for the supplier. Both can be killed at any time.
class Bridged {
 public:
  // `settings` are the lines of [bridge.supplier.receive].
  explicit Bridged(const std::string& settings);
  ~Bridged();

  trade::Trade trade;
  served::Desk desk;
  client::Exchange customer;
  client::Exchange supplier;

  void begin_agent();
  // Fails the test if the agent ended before the signal.
  void kill_agent();
  // Returns true if a signal that this class did not send has killed the agent.
  bool agent_is_dead();
  // Sends SIGTERM, lets the agent finish its work, and returns its exit code, or the
  // negative number of the signal that killed it.
  int end_agent() { return agent_.end(); }

  // Sends an order with this number and quantity, and returns the id of its transaction.
  std::string send(const std::string& number, int quantity = 1);
  bool is_any_pending();
  // Returns true if an agent runs, no document is pending at the exchange, and the ledger has no
  // open document.
  bool is_all_settled();
  void expect_all_settled(std::chrono::seconds within);
  // Returns the output of `tradepost agent status --json`.
  std::string status() const;

 private:
  process::Process agent_;
};

}  // namespace tradepost::agent_kill_tests
