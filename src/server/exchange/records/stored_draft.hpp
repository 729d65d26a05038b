#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "exchange/port/drafts.hpp"

namespace tradepost::exchange {

// The stored form of a draft without its document.
std::string stored_head(const DraftHead& head);
// Returns nullopt if the bytes are not a whole head.
std::optional<DraftHead> head_in(std::string_view bytes);

}  // namespace tradepost::exchange
