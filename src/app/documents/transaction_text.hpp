#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "document/json/view.hpp"
#include "document/read.hpp"

// Transactions of a list, for people.
namespace tradepost::app {

// The number that a document itself bears; empty: it has none, or its content is gone. `item`: the
// bytes of a transaction, which has the type and content of its document.
std::string number_in(std::string_view item, document::Reader& reader);

// Kinds of documents and what transactions can be, as commands take them.
std::vector<std::string> kind_words();
std::vector<std::string> status_words();

}  // namespace tradepost::app
