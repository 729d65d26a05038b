#pragma once

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>

#include "exchange/desk/desk.hpp"

namespace tradepost::exchange {

// The place after the last item of a page, bound to caller, list and filter. api seals it.
struct Cursor {
  std::uint64_t epoch = 0;
  ParticipantId participant;
  Flow flow{};
  enum class List : std::uint8_t {
    pending = 1,
    history = 2,
    events = 3,
    cases = 4,
    participants = 5,
    tokens = 6,
    relationships = 7,
    queues = 8,
    operators = 9,
    ranges = 10,
    partners = 11,
    webhooks = 12,
    acts = 13,
  } list{};
  std::uint64_t filter = 0;  // of the filter's values
  // pending: the position; history, cases: created; events: how many; queues: the flow; acts: the
  // sequence
  std::uint64_t position = 0;
  base::Uuid id;  // of the last item, where it has one; relationships: `to`, `from` is participant

  bool operator==(const Cursor&) const = default;
};
// A cursor of another participant, flow, list, filter or life of the store (422 on `cursor`).
struct BadCursor {};

// What a filter is bound to a cursor by: equal filters have equal numbers, others hardly ever.
std::uint64_t filter_number(std::initializer_list<std::string_view> values);

// The cursor's place belongs to this caller, this list and this filter.
bool is_for(const Cursor& cursor, const Cursor& asked);

// The caller's cursor, still without a place.
Cursor cursor_of(const Desk& desk, const Caller& caller, Cursor::List list, std::uint64_t filter);

// Operators' cursors are bound to nobody: no participant has the id of zero.
Cursor operators_cursor(const Desk& desk, Cursor::List list, std::uint64_t filter);

}  // namespace tradepost::exchange
