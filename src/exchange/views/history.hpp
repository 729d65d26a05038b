#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "exchange/desk/cursor.hpp"
#include "exchange/desk/named.hpp"

namespace tradepost::exchange {

// Everything a participant sent or received, and what can be done with it.

struct HistoryRequest {
  Caller caller;
  HistoryFilter filter;
  std::optional<Cursor> cursor;
  std::uint32_t count_max = 25;
  std::uint64_t bytes_max = base::limits::page_bytes_max;
};

// A transaction as one of its viewers is shown it: of versions that were never delivered the
// recipient's side learns nothing.
struct Shown {
  TransactionPtr row;
  Bytes content;  // no view: removed
  Direction direction{};
  Named sender;
  std::optional<Named> agent;
  Named recipient;
  std::optional<TransactionId> replaces;
  std::optional<TransactionId> replaced_by;
};
Shown shown_to(const Directory& directory, const Viewer& viewer, TransactionPtr row, Bytes content);

struct ShownPage {
  std::vector<Shown> items;
  std::optional<Cursor> next;
};
using HistoryAnswer = std::variant<ShownPage, BadCursor>;

// Newest first. A filter of another flow than the caller's finds nothing. Fails as the store does.
Answering<HistoryAnswer> history(Desk& desk, HistoryRequest request, Deadline deadline);

// Nothing: not the caller's, or held from it, or of the other flow, or not there. All alike.
Answering<std::optional<Shown>> find(Desk& desk, Caller caller, TransactionId id,
                                     Deadline deadline);

// The newest that the caller sees, of those with a unit that has this SSCC. Nothing: as for find().
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
