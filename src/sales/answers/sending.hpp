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
  std::string message = {};  // why it was refused; empty: it was not
};

// Sends the documents that wait, in the order that they were made in. Each has a key of its own, so
// a repetition after a crash sends nothing twice. An error: the exchange is away, or does not take
// the token; what was not sent goes on waiting.
base::Result<std::vector<SentDocument>> send_waiting(Books& books, client::Exchange& exchange);

}  // namespace tradepost::sales
