#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "app/session/exchange_client.hpp"

// Telling an exchange what became of documents.
namespace tradepost::app {

struct ReportWords {
  bool success = true;
  std::string reason;  // empty: none
};

// What the exchange made of the report on one of them.
struct Reported {
  std::string id;
  bool is_taken = false;
  std::string message;
  std::string error_url;  // empty: none
};

// In bulks of up to 1,000. A bulk is taken whole or not at all, so that those of which something is
// wrong are taken out and the others sent again: each is answered, in the order of `ids`.
OrTold<std::vector<Reported>> report(ExchangeClient& exchange, std::span<const std::string> ids,
                                     const ReportWords& words);

}  // namespace tradepost::app
