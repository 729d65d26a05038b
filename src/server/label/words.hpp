#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "document/json/view.hpp"

// Texts of a notice in the form for a label: one line of bounded length, without control
// characters.
namespace tradepost::label {

std::string one_line(std::string_view utf8);
// Returns the text of a member, or an empty text.
std::string text_of(document::View object, std::string_view name);

// Returns name, street and town of a party, at most four lines.
std::vector<std::string> address_lines(document::View party);
// Returns the first valid GLN of a party, or an empty text.
std::string gln_of(document::View party);
std::string postal_code_of(document::View party);  // without spaces

}  // namespace tradepost::label
