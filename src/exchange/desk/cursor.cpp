#include "exchange/desk/cursor.hpp"

#include "base/crypto/sha256.hpp"

namespace tradepost::exchange {

std::uint64_t filter_number(std::initializer_list<std::string_view> values) {
  base::Sha256 sha256;
  for (const std::string_view value : values) {
    sha256.update(std::to_string(value.size())).update(":").update(value);
  }
  const auto digest = sha256.finish();
  std::uint64_t number = 0;
  for (std::size_t i = 0; i < sizeof(number); ++i) number = number << 8 | digest.bytes[i];
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
  const Caller nobody{.participant = {}, .token = {}, .flow = Flow::live, .scopes = {}};
  return cursor_of(desk, nobody, list, filter);
}

}  // namespace tradepost::exchange
