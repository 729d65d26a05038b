#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

// Texts as they stand in JSON, before anything is made of them.
namespace tradepost::document {

enum class EscapeFault : std::uint8_t { none, unknown, lone_surrogate };

// `raw` is the text between the quotation marks, in valid UTF-8.
EscapeFault check_escapes(std::string_view raw);

// Writes the text that `raw` stands for, at most raw.size() bytes; its escapes were checked.
// Returns the length.
std::size_t unescape(std::string_view raw, char* out);

}  // namespace tradepost::document
