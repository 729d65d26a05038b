#pragma once

#include <functional>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#include "served/desk.hpp"
#include "trade/trade.hpp"
#include "tradepost/exchange.hpp"

// Runs `tradepost simulate` in a separate process, with the network that it trades on.
namespace tradepost::simulate_tests {

// A buyer and a supplier with tokens of the flow TEST.
class Network {
 public:
  trade::Trade trade;
  const std::string buyer = trade.token(trade.customer, R"(,"flow":"TEST")");
  const std::string supplier = trade.token(trade.supplier, R"(,"flow":"TEST")");

  std::string url() { return "http://127.0.0.1:" + std::to_string(trade.exchange().port()); }
  client::Exchange exchange(const std::string& token);
};

class Simulator {
 public:
  // `words` are the arguments after `tradepost simulate`.
  Simulator(Network& network, const std::string& token, const std::string& words);
  ~Simulator();  // ends it
  Simulator(const Simulator&) = delete;
  Simulator& operator=(const Simulator&) = delete;

  // Returns all output so far, standard output and error.
  std::string output() const { return desk_.said(); }
  // Returns the number of lines that have all these texts.
  std::size_t count(std::initializer_list<std::string_view> texts) const;
  bool has(std::initializer_list<std::string_view> texts) const { return count(texts) > 0; }

  void kill() { process_.end(SIGKILL); }
  // Returns the exit status.
  int wait() { return process_.wait(); }
  bool is_running() { return process_.is_running(); }

 private:
  served::Desk desk_;
  process::Process process_;
};

// Waits until the condition is true. Fails the test after five minutes: a sanitizer takes long on a
// busy machine.
bool comes(std::string_view what, const std::function<bool()>& condition);

// A document that was sent: its kind, and its content as its sender wrote it.
struct Sent {
  std::string type = {};
  std::string content = {};

  auto operator<=>(const Sent& other) const = default;
};
// Returns the documents that one side sent, sorted, with repetitions.
std::vector<Sent> sent_by(Network& network, const std::string& token);
std::size_t pending_of(Network& network, const std::string& token);

}  // namespace tradepost::simulate_tests
