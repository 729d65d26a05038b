#include "ubl/values.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "base/text/decimal.hpp"
#include "base/text/text.hpp"
#include "xml/writer.hpp"

namespace tradepost::ubl {
namespace {

// Removes two digits from the front, or returns an empty text.
std::string two_digits(std::string_view& text) {
  const std::string_view part = text.substr(0, 2);
  if (part.size() != 2 || !std::ranges::all_of(part, base::is_ascii_digit)) return {};
  text.remove_prefix(2);
  return std::string(part);
}

bool is_zone(std::string_view text) {
  constexpr std::size_t zone_bytes = 6;  // +01:00
  if (text.empty() || text == "Z") return true;
  if (text.size() != zone_bytes || (text[0] != '+' && text[0] != '-')) return false;
  text.remove_prefix(1);
  const std::string hours = two_digits(text);
  if (hours.empty() || hours > "14" || !text.starts_with(':')) return false;
  text.remove_prefix(1);
  return !two_digits(text).empty();
}

constexpr std::size_t day_bytes = 10;  // 2026-03-06

}  // namespace

std::optional<Moment> moment_of(std::string_view text) {
  if (text.size() < day_bytes || text[4] != '-' || text[7] != '-') return std::nullopt;
  Moment moment{.date = std::string(text.substr(0, day_bytes))};
  std::string_view rest = text.substr(day_bytes);
  if (rest.empty()) return moment;
  rest.remove_prefix(1);  // T or a blank
  const std::string hour = two_digits(rest);
  if (hour.empty() || hour > "23" || !rest.starts_with(':')) return std::nullopt;
  rest.remove_prefix(1);
  const std::string minute = two_digits(rest);
  if (minute.empty()) return std::nullopt;
  std::string second = "00";
  if (rest.starts_with(':')) {
    rest.remove_prefix(1);
    second = two_digits(rest);
    if (second.empty() || second > "59") return std::nullopt;
    if (rest.starts_with('.')) {
      std::size_t count = 1;
      while (count < rest.size() && base::is_ascii_digit(rest[count])) ++count;
      if (count == 1) return std::nullopt;
      second += rest.substr(0, count);
      rest.remove_prefix(count);
    }
  }
  if (!is_zone(rest)) return std::nullopt;
  moment.time = fmt::format("{}:{}:{}{}", hour, minute, second, rest);
  return moment;
}

std::string text_of(std::string_view date, std::string_view time) {
  const std::string_view day = date.substr(0, std::min(day_bytes, date.size()));
  const std::string_view zone = date.substr(day.size());
  if (time.empty()) return std::string(date.substr(0, is_zone(zone) ? day_bytes : date.size()));
  const bool has_zone = time.find_first_of("Z+-") != std::string_view::npos;
  return fmt::format("{}T{}{}", day, time, has_zone ? std::string_view() : zone);
}

std::string number_text(std::string_view number) {
  if (number.find_first_of("eE") == std::string_view::npos) {
    return base::Decimal::parse(number) ? std::string(number) : std::string();
  }
  const auto decimal = base::Decimal::parse(number);
  const std::string text = decimal ? decimal->to_string() : std::string();
  return base::Decimal::parse(text) ? text : std::string();
}

std::string sum_of(std::string_view one, std::string_view other, Sign sign) {
  const auto left = base::Decimal::parse(one);
  const auto right = base::Decimal::parse(other);
  if (!left || !right) return {};
  const auto factor = base::Decimal(sign == Sign::plus ? 1 : -1);
  const auto addend = right->times(factor);
  if (!addend) return {};
  const auto sum = left->plus(*addend);
  return sum ? sum->to_string() : std::string();
}

std::string scalar_text(const document::View& value) {
  return value.is_text() ? value.text() : std::string(value.scalar());
}

std::string carried_text(const std::string& text) {
  constexpr std::string_view white = " \t\r\n";
  const std::size_t first = text.find_first_not_of(white);
  if (first == std::string::npos || !xml::is_carried(text)) return {};
  return text.substr(first, text.find_last_not_of(white) - first + 1);
}

const std::string* ours_of(const Codes& codes, std::string_view theirs) {
  for (const Code& code : codes) {
    if (std::ranges::find(code.theirs, theirs) != code.theirs.end()) return &code.ours;
  }
  return nullptr;
}

const std::string* theirs_of(const Codes& codes, std::string_view ours) {
  const auto found = std::ranges::find(codes, ours, &Code::ours);
  return found == codes.end() ? nullptr : &found->theirs.front();
}

std::string joined(const Name& name) {
  return name.first.empty() || name.last.empty() ? name.first + name.last
                                                 : name.first + ' ' + name.last;
}

Name parted(std::string_view text) {
  const std::size_t blank = text.rfind(' ');
  if (blank == std::string_view::npos) return {.first = {}, .last = std::string(text)};
  return {.first = std::string(text.substr(0, blank)), .last = std::string(text.substr(blank + 1))};
}

bool is_fallback(const Piece& piece, std::string_view text) {
  const std::string_view fallback = piece.fallback;
  if (!fallback.ends_with('#')) return !fallback.empty() && text == fallback;
  const std::string_view beginning = fallback.substr(0, fallback.size() - 1);
  if (!text.starts_with(beginning) || text.size() == beginning.size()) return false;
  text.remove_prefix(beginning.size());
  return std::ranges::all_of(text, base::is_ascii_digit);
}

bool is_date(const document::FieldRow& field) {
  return field.value == document::ValueType::date || field.value == document::ValueType::datetime;
}

}  // namespace tradepost::ubl
