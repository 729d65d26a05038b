#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "document/json/view.hpp"
#include "document/read.hpp"

// Texts about transactions, for people.
namespace tradepost::app {

// Returns the document's own number, or an empty text if it has none or its content was removed.
// `item` is the JSON of a transaction, with the type and content of the document.
std::string number_in(std::string_view item, document::Reader& reader);

// Kinds of documents and statuses of transactions, in the words of commands.
std::vector<std::string> kind_words();
std::vector<std::string> status_words();

}  // namespace tradepost::app
