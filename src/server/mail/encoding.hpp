#pragma once

#include <cstddef>
#include <string>
#include <string_view>

// The parts of a message as ASCII: RFC 2045 for bodies, RFC 2047 for headers. Lines end with CRLF
// and have at most 76 characters.
namespace tradepost::mail {

// Returns the text with a space for each control character, and with U+FFFD for each byte that is
// not UTF-8. At most `bytes_max` bytes remain.
std::string header_value(std::string_view text, std::size_t bytes_max);

// Returns a value as it follows the name of a header. Text that is not plain or too long becomes
// encoded words on several lines. `value` must be a result of header_value(), `name` at most 10
// characters long.
std::string unstructured(std::string_view name, std::string_view value);
// Returns a name for the front of an address such as `"Huber AG" <info@huber.example>`.
std::string display_name(std::string_view name, std::string_view value);

// Encodes a body as quoted-printable. CR, LF and CRLF each end a line of the text.
std::string quoted_printable(std::string_view text);

}  // namespace tradepost::mail
