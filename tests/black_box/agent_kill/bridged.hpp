#pragma once

#include <chrono>
#include <functional>
#include <string>

#include "cases/trade.hpp"
#include "commands/desk.hpp"
#include "tradepost/exchange.hpp"

namespace tradepost::agent_kill_tests {

// An exchange, and an agent that receives for the supplier. Both can be killed at any time.
class Bridged {
 public:
  // `settings` are the lines of [bridge.supplier.receive].
  explicit Bridged(const std::string& settings);
  ~Bridged();

  cases_tests::Trade trade;
  commands_tests::Desk desk;
  client::Exchange customer;
  client::Exchange supplier;

  void begin_agent();
  // It is alive until then.
  void kill_agent();
  // Of a signal that nobody here sent.
  bool agent_is_dead();
  // With SIGTERM: it finishes what it does. Its exit code; -1: it was killed meanwhile.
  int end_agent();
  void kill_exchange();
  void begin_exchange();

  // An order with this number and quantity: the id of its transaction.
  std::string send(const std::string& number, int quantity = 1);
  bool is_any_pending();
  // An agent runs, nothing is pending at the exchange, and nothing is open in the ledger.
  bool is_all_settled();
  void expect_all_settled(std::chrono::seconds within);
  // `tradepost agent status --json`.
  std::string status() const;

 private:
  int agent_ = -1;
};

// Whether it became true in time; asked again and again.
bool becomes_true(std::chrono::milliseconds within, const std::function<bool()>& is_true);

}  // namespace tradepost::agent_kill_tests
