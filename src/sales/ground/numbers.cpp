#include "sales/ground/numbers.hpp"

#include <algorithm>

#include "base/text/text.hpp"

namespace tradepost::sales {

std::string plain(const Decimal& number) {
  std::string text = number.to_string();
  if (!text.contains('.')) return text;
  while (text.ends_with('0')) text.pop_back();
  if (text.ends_with('.')) text.pop_back();
  return text;
}

base::Result<Decimal> kept_amount(std::string_view text) {
  const auto amount = document::amount_of(text);
  if (amount) return *amount;
  return base::refuse({base::ErrorCode::damaged,
                       base::CallerText("The sales database has no amount where one is due.")});
}

std::string gtin14(std::string_view text) {
  constexpr std::size_t digits = 14;
  const bool is_number = std::ranges::all_of(text, base::is_ascii_digit);
  if (!is_number || text.size() < 8 || text.size() > digits) return {};
  return std::string(digits - text.size(), '0') + std::string(text);
}

std::string compared_identifier(std::string_view text) {
  std::string compared = base::ascii_uppered(std::string(text));
  std::erase_if(compared, [](char c) { return c == ' ' || c == '-'; });
  return compared;
}

}  // namespace tradepost::sales
