#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

// Addresses of e-mail, in the form that servers accept in practice. RFC 5321 also permits quoted
// local parts, comments and numeric domains; these are malformed here.
namespace tradepost::mail {

inline constexpr std::size_t address_bytes_max = 254;

enum class AddressFault : std::uint8_t {
  none,
  malformed,
  too_long,  // the whole address, or the part before the @
  // The address has other letters than ASCII. A domain such as müller.example must be written in
  // its form for computers, xn--mller-kva.example.
  not_ascii,
};

// Checks a whole text. An address without a fault has no character that a header or an SMTP command
// would interpret.
AddressFault address_fault(std::string_view text);

// Returns the form in which equal addresses are equal texts: ASCII in lower case. Servers may
// distinguish the case of a local part, but users do not.
std::string comparable_address(std::string_view address);

// Returns the part after the last @, or an empty text.
std::string_view domain_of(std::string_view address);

}  // namespace tradepost::mail
