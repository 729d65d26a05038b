#pragma once

#include <string>

#include "document/model/schema.hpp"

namespace tradepost::document {

// Returns a Markdown page about one kind: its purpose, its sender and recipient, and every field
// with its meaning. docs/reference/documents/ has one for each kind.
std::string reference_page(const KindRow& kind);

}  // namespace tradepost::document
