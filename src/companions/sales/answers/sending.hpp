#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "sales/ground/books.hpp"
#include "tradepost/exchange.hpp"

namespace tradepost::sales {

struct SentDocument {
  std::string number = {};
  std::string type = {};
  std::string transaction_id = {};
  std::string message = {};  // reason of a refusal; empty: not refused
};

// Sends waiting documents in the order in which they were made, at most 100. The idempotency key is
// the digest of the content, so a retry after a crash sends nothing twice. Fails if the exchange is
// away or refuses the token; the remaining documents keep waiting.
base::Result<std::vector<SentDocument>> send_waiting(Books& books, client::Exchange& exchange);

}  // namespace tradepost::sales
