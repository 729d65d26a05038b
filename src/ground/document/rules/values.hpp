#pragma once

#include <cstdint>
#include <string_view>

#include "document/rules/report.hpp"

// Checks single values against their fields: length, form, range.
namespace tradepost::document {

// Checks `text`, the text of the token without its escapes.
void validate_text(const FieldRow& field, const FieldPath& path, std::uint32_t token,
                   std::string_view text, Report& report);

// Returns false if `text` is not a JSON number.
[[nodiscard]] bool validate_number(const FieldRow& field, const FieldPath& path,
                                   std::uint32_t token, std::string_view text, Report& report);

}  // namespace tradepost::document
