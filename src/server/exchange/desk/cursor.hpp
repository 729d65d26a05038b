#pragma once

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>

#include "exchange/desk/desk.hpp"

namespace tradepost::exchange {

// The place after the last item of a page, bound to caller, list and filter. The api module seals
// it.
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
    people = 14,
  } list{};
  std::uint64_t filter = 0;  // filter_number() of the filter
  // `pending`: the position; history, cases: created; events: the count; queues: the flow; acts:
  // the sequence.
  std::uint64_t position = 0;
  base::Uuid id;  // of the last item; relationships: `to`, and `participant` is `from`

  bool operator==(const Cursor&) const = default;
};
// The cursor belongs to another participant, flow, list, filter or life of the store (422 on
// `cursor`).
struct BadCursor {};

// Returns a number that binds a cursor to a filter. Equal filters have equal numbers; different
// filters hardly ever do.
std::uint64_t filter_number(std::initializer_list<std::string_view> values);

// Returns true if the cursor belongs to this caller, list and filter.
bool is_for(const Cursor& cursor, const Cursor& asked);

// Returns the caller's cursor, without a place yet.
Cursor cursor_of(const Desk& desk, const Caller& caller, Cursor::List list, std::uint64_t filter);

// Operators' cursors have the participant id zero, which no participant has.
Cursor operators_cursor(const Desk& desk, Cursor::List list, std::uint64_t filter);

}  // namespace tradepost::exchange
