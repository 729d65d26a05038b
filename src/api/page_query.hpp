#pragma once

#include <cstdint>
#include <expected>
#include <optional>
#include <vector>

#include "base/limits.hpp"
#include "base/seal.hpp"
#include "exchange/pull.hpp"
#include "http/target.hpp"

namespace tradepost::api {

// Which page of the pending transactions is asked for.
struct PageQuery {
  std::optional<exchange::Kind> kind;
  std::optional<exchange::Cursor> cursor;
  std::uint32_t per_page = base::limits::page_items_default;
};

// All that is wrong with the parameters, if anything is (decisions 2 and 6.4). Whether the cursor
// belongs to who asks is not looked at here.
std::expected<PageQuery, std::vector<exchange::Finding>> page_query_of(const http::Target& target,
                                                                       base::Sealer& sealer);

exchange::Finding bad_cursor();

}  // namespace tradepost::api
