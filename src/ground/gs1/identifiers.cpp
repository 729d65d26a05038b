#include "gs1/identifiers.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "gs1/check_digit.hpp"

namespace tradepost::gs1 {
namespace {

base::Error refusal(CheckDigit standing, std::string_view text, std::string_view name,
                    std::string_view lengths) {
  if (standing == CheckDigit::wrong) {
    const char due = check_digit(text.substr(0, text.size() - 1));
    return {base::ErrorCode::invalid,
            base::CallerText(fmt::format(
                "The check digit of this {} must be {}, not {}. One of its digits is mistyped.",
                name, due, text.back()))};
  }
  return {base::ErrorCode::invalid,
          base::CallerText(fmt::format("This is not a valid {}. It must have {} digits, not all of "
                                       "them zero, without blanks, hyphens or letters.",
                                       name, lengths))};
}

}  // namespace

Gtin::Gtin(std::string_view text) : length_(static_cast<std::uint8_t>(text.size())) {
  digits_.fill('0');
  std::ranges::copy_backward(text, digits_.end());
}

Sscc::Sscc(std::string_view text) {
  std::ranges::copy(text, digits_.begin());
}

base::Result<Gtin> Gtin::parse(std::string_view text) {
  const CheckDigit standing = verify_gtin(text);
  if (standing != CheckDigit::right)
    return base::refuse(refusal(standing, text, "GTIN", "8, 12, 13 or 14"));
  return Gtin(text);
}

base::Result<Sscc> Sscc::parse(std::string_view text) {
  const CheckDigit standing = verify_sscc(text);
  if (standing != CheckDigit::right) return base::refuse(refusal(standing, text, "SSCC", "18"));
  return Sscc(text);
}

}  // namespace tradepost::gs1
