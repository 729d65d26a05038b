#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "exchange/desk/cursor.hpp"
#include "exchange/desk/named.hpp"

namespace tradepost::exchange {

// The transactions that a participant sent or received, and their events.

struct HistoryRequest {
  Caller caller;
  HistoryFilter filter;
  std::optional<Cursor> cursor;
  std::uint32_t count_max = 25;
  std::uint64_t bytes_max = base::limits::page_bytes_max;
};

// A transaction in the form for one of its viewers. It shows the recipient's side no version that
// was never delivered.
struct Shown {
  TransactionPtr row;
  Bytes content;  // no view: removed
  Direction direction{};
  Named sender;
  std::optional<Named> agent;
  Named recipient;
  std::optional<TransactionId> replaces;
  std::optional<TransactionId> replaced_by;
  std::optional<CaseId> case_id;
  std::optional<Original> original = {};  // if it was requested; a document sent as JSON has none
};
Shown shown_to(const Directory& directory, const Viewer& viewer, TransactionPtr row, Bytes content);

struct ShownPage {
  std::vector<Shown> items;
  std::optional<Cursor> next;
};
using HistoryAnswer = std::variant<ShownPage, BadCursor>;

// Newest first. A filter with another flow than the caller's matches nothing. Fails as the store
// does.
Answering<HistoryAnswer> history(Desk& desk, HistoryRequest request, Deadline deadline);

// Returns nullopt if the transaction is unknown, held from the caller, of the other flow or of
// others. The caller can't distinguish these.
Answering<std::optional<Shown>> find(Desk& desk, Caller caller, TransactionId id,
                                     Deadline deadline);

// As find(), with the text that became the document.
Answering<std::optional<Shown>> find_with_original(Desk& desk, Caller caller, TransactionId id,
                                                   Deadline deadline);

// Returns the newest transaction visible to the caller that has a unit with this SSCC. Returns
// nullopt as find() does.
Answering<std::optional<Shown>> find_by_sscc(Desk& desk, Caller caller, std::uint64_t number,
                                             Deadline deadline);

struct EventsPage {
  std::vector<Event> items;
  std::optional<Cursor> next;
};
using EventsAnswer = std::variant<EventsPage, BadCursor, Unknown>;
Answering<EventsAnswer> events(Desk& desk, Caller caller, TransactionId id,
                               std::optional<Cursor> cursor, std::uint32_t count_max,
                               Deadline deadline);

}  // namespace tradepost::exchange
