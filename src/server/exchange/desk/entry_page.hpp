#pragma once

#include <cstdint>
#include <optional>
#include <variant>
#include <vector>

#include "exchange/desk/cursor.hpp"

// A page of a list for an operator.
namespace tradepost::exchange {

template <typename Item>
struct DirectoryPage {
  std::vector<Item> items;
  std::optional<Cursor> next;
};
template <typename Item>
using DirectoryPageAnswer = std::variant<DirectoryPage<Item>, BadCursor>;

struct PageOf {
  std::optional<Cursor> cursor;
  std::uint32_t count_max = 25;
};

}  // namespace tradepost::exchange
