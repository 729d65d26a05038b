#include "mail/address.hpp"

#include <algorithm>

#include "base/text/text.hpp"

namespace tradepost::mail {
namespace {

constexpr std::size_t local_bytes_max = 64;  // RFC 5321, 4.5.3.1.1
constexpr std::size_t label_bytes_max = 63;  // RFC 1035, 2.3.4
constexpr std::string_view signs_of_atoms = "!#$%&'*+-/=?^_`{|}~";

bool is_letter_or_digit(char c) {
  const char lower = base::ascii_lower(c);
  return base::is_ascii_digit(c) || (lower >= 'a' && lower <= 'z');
}

bool is_atom(std::string_view text) {
  return !text.empty() && std::ranges::all_of(text, [](char c) {
    return is_letter_or_digit(c) || signs_of_atoms.contains(c);
  });
}

bool is_label(std::string_view text) {
  return !text.empty() && text.size() <= label_bytes_max && text.front() != '-' &&
         text.back() != '-' &&
         std::ranges::all_of(text, [](char c) { return is_letter_or_digit(c) || c == '-'; });
}

// Returns the number of parts between dots, or 0 if one of them is not valid.
std::size_t valid_parts(std::string_view text, bool (*is_valid)(std::string_view)) {
  for (std::size_t count = 1;; ++count) {
    const auto dot = std::min(text.find('.'), text.size());
    if (!is_valid(text.substr(0, dot))) return 0;
    if (dot == text.size()) return count;
    text.remove_prefix(dot + 1);
  }
}

bool is_domain(std::string_view text) {
  const bool ends_as_number = text.find_last_not_of("0123456789") == text.rfind('.');
  return valid_parts(text, &is_label) >= 2 && !ends_as_number;
}

}  // namespace

AddressFault address_fault(std::string_view text) {
  if (text.size() > address_bytes_max) return AddressFault::too_long;
  if (std::ranges::any_of(text, [](char c) { return static_cast<unsigned char>(c) >= 0x80; })) {
    return AddressFault::not_ascii;
  }
  const auto at = text.rfind('@');
  if (at == std::string_view::npos) return AddressFault::malformed;
  if (valid_parts(text.substr(0, at), &is_atom) == 0 || !is_domain(text.substr(at + 1))) {
    return AddressFault::malformed;
  }
  return at > local_bytes_max ? AddressFault::too_long : AddressFault::none;
}

std::string comparable_address(std::string_view address) {
  return base::ascii_lowered(std::string(address));
}

std::string_view domain_of(std::string_view address) {
  const auto at = address.rfind('@');
  return at == std::string_view::npos ? std::string_view() : address.substr(at + 1);
}

}  // namespace tradepost::mail
