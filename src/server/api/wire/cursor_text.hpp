#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/crypto/seal.hpp"
#include "exchange/trade/pull.hpp"

namespace tradepost::api {

// Returns the sealed text of a cursor. It reveals nothing, cannot be changed, and is valid for its
// caller only (contract 6.2).
std::string cursor_text(base::Sealer& sealer, const exchange::Cursor& cursor);

// Returns nullopt if the exchange did not write the text.
std::optional<exchange::Cursor> cursor_in(base::Sealer& sealer, std::string_view text);

}  // namespace tradepost::api
