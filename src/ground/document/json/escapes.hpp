#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

// Raw JSON texts and their escapes.
namespace tradepost::document {

enum class EscapeFault : std::uint8_t { none, unknown, lone_surrogate };

// Checks the escapes of `raw`, the text between the quotation marks in valid UTF-8.
EscapeFault check_escapes(std::string_view raw);

// Unescapes `raw`, whose escapes were checked, into `out`: at most raw.size() bytes. Returns the
// length.
std::size_t unescape(std::string_view raw, char* out);

}  // namespace tradepost::document
