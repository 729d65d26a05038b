#pragma once

#include <string_view>

#include "document/json/view.hpp"
#include "sales/entering/entry.hpp"

namespace tradepost::sales {

// Returns the content of an ORDER as an entry. Fields without a counterpart are listed in its
// notes.
Entry entry_of(const document::View& content);

}  // namespace tradepost::sales
