#pragma once

#include <string_view>

#include "document/json/view.hpp"
#include "sales/entering/entry.hpp"

namespace tradepost::sales {

// The content of an ORDER as a form. What it says and no form has room for becomes a note.
Entry entry_of(const document::View& content);

}  // namespace tradepost::sales
