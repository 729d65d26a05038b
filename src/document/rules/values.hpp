#pragma once

#include <cstdint>
#include <string_view>

#include "document/rules/report.hpp"

// Single values against their fields: length, form, range.
namespace tradepost::document {

// `text`: what the token's text stands for, without its escapes.
void judge_text(const FieldRow& field, const FieldPath& path, std::uint32_t token,
                std::string_view text, Report& report);

// False where `text` is no number as JSON writes them.
[[nodiscard]] bool judge_number(const FieldRow& field, const FieldPath& path, std::uint32_t token,
                                std::string_view text, Report& report);

}  // namespace tradepost::document
