#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "base/ground/limits.hpp"
#include "exchange/desk/cursor.hpp"
#include "exchange/desk/desk.hpp"
#include "exchange/desk/named.hpp"

namespace tradepost::exchange {

struct PullRequest {
  Caller caller;
  std::optional<Kind> kind;
  std::optional<Cursor> cursor;
  std::uint32_t count_max = 25;
  std::uint64_t bytes_max = base::limits::page_bytes_max;
};

// A pending transaction in the form for its recipient.
struct Incoming {
  TransactionPtr row;
  Bytes content;
  Named sender;
  std::optional<Named> agent;
  // Its links are row->delivered_replaces and row->delivered_replaced_by.
};

struct IncomingPage {
  std::vector<Incoming> items;
  std::optional<Cursor> next;  // present if and only if more items follow
};
using PullAnswer = std::variant<IncomingPage, BadCursor>;

// Returns the caller's pending transactions, oldest first (contract 6). Fails as the store does.
Answering<PullAnswer> pull(Desk& desk, PullRequest request, Deadline deadline);
// Waits for a transaction of the first page. Returns true as soon as there may be one, and false at
// the deadline or when the process is about to end.
Answering<bool> wait_for_document(Desk& desk, PullRequest request, Deadline deadline);

}  // namespace tradepost::exchange
