#pragma once

#include <optional>
#include <vector>

#include "exchange/views/history.hpp"

namespace tradepost::exchange {

// The documents of the trade of one document: the documents that it names, the documents that these
// name, and all documents that name it or one of those. Only the latest versions.
struct Related {
  std::vector<Shown> items;  // without content; oldest first
  bool is_complete = true;   // false: there may be more
};

// Returns nullopt as find() does.
Answering<std::optional<Related>> related(Desk& desk, Caller caller, TransactionId id,
                                          Deadline deadline);
// For operators: the documents that the viewers of the document see.
Answering<std::optional<Related>> related(Desk& desk, OperatorId by, TransactionId id,
                                          Deadline deadline);

}  // namespace tradepost::exchange
