#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "document/json/view.hpp"

// Texts of a notice as a label can bear them: one line, no control characters, of bounded length.
namespace tradepost::label {

std::string one_line(std::string_view utf8);
// The text of a member; empty where there is none.
std::string text_of(document::View object, std::string_view name);

// Name, street and town of a party, at most four lines.
std::vector<std::string> address_lines(document::View party);
// Its first valid GLN; empty where it has none.
std::string gln_of(document::View party);
std::string postal_code_of(document::View party);  // without blanks

}  // namespace tradepost::label
