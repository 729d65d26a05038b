#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/crypto/seal.hpp"
#include "exchange/trade/pull.hpp"

namespace tradepost::api {

// A cursor as clients carry it: sealed, so that it reveals nothing, can't be changed, and is valid
// for its caller only (contract 6.2).
std::string cursor_text(base::Sealer& sealer, const exchange::Cursor& cursor);

// Nothing where we never wrote that.
std::optional<exchange::Cursor> cursor_in(base::Sealer& sealer, std::string_view text);

}  // namespace tradepost::api
