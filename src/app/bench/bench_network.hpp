#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "app/session/exchange_client.hpp"

// The network that `tradepost bench` loads: participants of its own, which trade in TEST with each
// other and with nobody else.
namespace tradepost::app {

// Two that trade: orders go from one to the other.
struct BenchPair {
  std::string buyer_token;
  std::string seller_token;
  std::string buyer_identifier;  // DUNS
  std::string seller_identifier;
};

class BenchNetwork {
 public:
  // Uses the participants of an earlier run and creates missing ones. Prints any failure.
  static OrTold<BenchNetwork> prepare(ExchangeClient& by_operator, std::size_t pairs);

  const std::vector<BenchPair>& pairs() const { return pairs_; }
  // Ends the tokens. Participants and their relationships stay, for a next run.
  OrTold<void> leave(ExchangeClient& by_operator);

 private:
  std::vector<BenchPair> pairs_;
  std::vector<std::string> token_ids_;
};

// An order of about so many bytes; `number` makes it another one.
std::string bench_order(const BenchPair& pair, std::string_view number, std::size_t bytes);

}  // namespace tradepost::app
