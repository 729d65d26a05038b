#pragma once

#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>

#include "exchange/pull.hpp"

namespace tradepost::exchange {

// What a filter is bound to a cursor by: equal filters have equal numbers, others hardly ever.
std::uint64_t filter_number(std::initializer_list<std::string_view> values);

// The cursor's place may be used by who asks for this list with this filter.
bool is_for(const Cursor& cursor, const Cursor& asked);

// The cursor of who asks, still without a place.
Cursor cursor_of(const Desk& desk, const Caller& caller, Cursor::List list, std::uint64_t filter);

// Operators' cursors are bound to nobody: no participant has the id of zero.
Cursor operators_cursor(const Desk& desk, Cursor::List list, std::uint64_t filter);

}  // namespace tradepost::exchange
