#pragma once

#include <string_view>

#include "forms/form_tables.hpp"

namespace tradepost::forms {

const TermRow& row_of(Term term);

// Return the counterpart of a code, or an empty text.
std::string_view theirs_of(std::span<const Code> codes, std::string_view ours);
std::string_view ours_of(std::span<const Code> codes, std::string_view theirs);
// Returns the list of a term. It is empty if any text is permitted.
std::span<const Code> codes_of(Term term);

}  // namespace tradepost::forms
