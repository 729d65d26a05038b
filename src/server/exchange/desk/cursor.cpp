#include "exchange/desk/cursor.hpp"

namespace tradepost::exchange {

std::uint64_t filter_number(std::initializer_list<std::string_view> values) {
  // FNV-1a. It need not withstand an attack: a cursor is sealed, and gives no access to data of
  // others.
  constexpr std::uint64_t basis = 0xcbf29ce484222325;
  constexpr std::uint64_t prime = 0x100000001b3;
  constexpr unsigned char end_of_value = 0xff;  // occurs in no text
  std::uint64_t number = basis;
  const auto take = [&](unsigned char byte) { number = (number ^ byte) * prime; };
  for (const std::string_view value : values) {
    for (const char c : value) take(static_cast<unsigned char>(c));
    take(end_of_value);
  }
  return number;
}

bool is_for(const Cursor& cursor, const Cursor& asked) {
  return cursor.epoch == asked.epoch && cursor.participant == asked.participant &&
         cursor.flow == asked.flow && cursor.list == asked.list && cursor.filter == asked.filter;
}

Cursor cursor_of(const Desk& desk, const Caller& caller, Cursor::List list, std::uint64_t filter) {
  return {.epoch = desk.store.epoch(),
          .participant = caller.participant,
          .flow = caller.flow,
          .list = list,
          .filter = filter,
          .position = 0,
          .id = {}};
}

Cursor operators_cursor(const Desk& desk, Cursor::List list, std::uint64_t filter) {
  const Caller no_caller{.participant = {}, .token = {}, .flow = Flow::live, .scopes = {}};
  return cursor_of(desk, no_caller, list, filter);
}

}  // namespace tradepost::exchange
