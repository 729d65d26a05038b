#pragma once

#include <string>

#include "document/model/schema.hpp"

namespace tradepost::document {

// A page about one kind, in Markdown: its purpose, its sender and recipient, and every field with
// its meaning. docs/reference/documents/ holds one for each kind.
std::string reference_page(const KindRow& kind);

}  // namespace tradepost::document
