#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "document/model/schema.hpp"

namespace tradepost::document {

// Returns the summary of an invoice or a credit note as JSON, calculated from its lines as in
// EN 16931: each line is rounded, and the tax of each rate is calculated from the sum of its lines
// (BR-CO-10, BR-CO-17). It keeps the allowances and charges of the present summary, the difference
// of its gross and due amounts, and the category and description of each tax. The new entry of a
// rate above zero has the category S, for the standard rate. That of a rate of zero has no
// category, because the law knows several.
//
// Returns nullopt for other kinds, for a content that is not readable, and if the amount or the tax
// of a line can't be computed.
std::optional<std::string> calculated_summary(Kind kind, std::string_view content);

}  // namespace tradepost::document
