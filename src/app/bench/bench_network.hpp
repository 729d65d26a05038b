#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "app/session/exchange_client.hpp"

// The network that `tradepost bench` loads: separate participants, which trade in TEST and only
// with each other.
namespace tradepost::app {

// Two trading partners: the buyer sends orders to the seller.
struct BenchPair {
  std::string buyer_token;
  std::string seller_token;
  std::string buyer_identifier;  // DUNS
  std::string seller_identifier;
};

class BenchNetwork {
 public:
  // Uses the participants of an earlier run and creates missing ones. Prints any failure.
  static ExitOr<BenchNetwork> prepare(ExchangeClient& by_operator, std::size_t pairs);

  const std::vector<BenchPair>& pairs() const { return pairs_; }
  // Revokes the tokens. Participants and their relationships stay for the next run.
  ExitOr<void> leave(ExchangeClient& by_operator);

 private:
  std::vector<BenchPair> pairs_;
  std::vector<std::string> token_ids_;
};

}  // namespace tradepost::app
