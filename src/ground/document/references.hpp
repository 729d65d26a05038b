#pragma once

#include <string_view>

#include "document/model/kinds.hpp"
#include "document/rules/references.hpp"

namespace tradepost::document {

// Returns the references in the stored content of a document, or none if it is not readable.
References references_in(Kind kind, std::string_view content);

}  // namespace tradepost::document
