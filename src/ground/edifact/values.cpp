#include "edifact/values.hpp"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "base/text/decimal.hpp"
#include "base/text/text.hpp"

namespace tradepost::edifact {
namespace {

bool are_digits(std::string_view text) {
  return !text.empty() && std::ranges::all_of(text, base::is_ascii_digit);
}

// Removes as many digits from the front.
std::string digits(std::string_view& text, std::size_t count) {
  const std::string_view part = text.substr(0, count);
  if (part.size() != count || !are_digits(part)) return {};
  text.remove_prefix(count);
  return std::string(part);
}

// Returns the offset as +0100, +0000 for Z, and nothing without one.
std::string offset_of(std::string_view zone) {
  if (zone.empty()) return {};
  if (zone == "Z" || zone == "z") return "+0000";
  std::string offset(zone);
  std::erase(offset, ':');
  return offset;
}

}  // namespace

std::optional<DateText> date_text(std::string_view date, const Directory& directory) {
  constexpr std::size_t day_bytes = 10;  // 2026-03-06
  if (date.size() < day_bytes) return std::nullopt;
  std::string text(date.substr(0, day_bytes));
  std::erase(text, '-');
  if (text.size() != 8 || !are_digits(text)) return std::nullopt;
  std::string_view rest = date.substr(day_bytes);
  if (rest.empty()) return DateText{.text = text, .format = "102"};
  rest.remove_prefix(1);  // T
  text += digits(rest, 2);
  if (rest.starts_with(':')) rest.remove_prefix(1);
  text += digits(rest, 2);
  std::string seconds;
  if (rest.starts_with(':')) {
    rest.remove_prefix(1);
    seconds = digits(rest, 2);
  }
  bool is_whole = true;
  if (rest.starts_with('.') || rest.starts_with(',')) {
    rest.remove_prefix(1);
    for (; !rest.empty() && base::is_ascii_digit(rest.front()); rest.remove_prefix(1)) {
      is_whole = is_whole && rest.front() == '0';
    }
  }
  if (seconds == "00") seconds.clear();
  const std::string offset = offset_of(rest);
  const bool has_offsets = &directory == &directories().front();
  if (!offset.empty() && has_offsets) {
    return DateText{text + offset, "205", is_whole && seconds.empty()};
  }
  is_whole = is_whole && offset.empty();
  if (!seconds.empty()) return DateText{text + seconds, "204", is_whole};
  return DateText{text, "203", is_whole};
}

std::optional<std::string> date_of(std::string_view text, std::string_view format) {
  constexpr std::array<std::string_view, 8> formats = {"102", "203", "204", "205",
                                                       "101", "201", "303", "304"};
  if (std::ranges::find(formats, format) == formats.end() && !format.empty()) return std::nullopt;
  const bool is_short = format == "101" || format == "201";
  std::string year = is_short ? "20" + digits(text, 2) : digits(text, 4);
  const std::string month = digits(text, 2);
  const std::string day = digits(text, 2);
  if (year.size() != 4 || month.empty() || day.empty()) return std::nullopt;
  std::string date = fmt::format("{}-{}-{}", year, month, day);
  if (text.empty() || format == "102" || format == "101") return date;
  const std::string hour = digits(text, 2);
  const std::string minute = digits(text, 2);
  if (hour.empty() || minute.empty()) return std::nullopt;
  date += fmt::format("T{}:{}", hour, minute);
  if (format == "204" || format == "304") {
    const std::string second = digits(text, 2);
    if (second.empty()) return std::nullopt;
    date += ':' + second;
  }
  const bool has_zone = format == "303" || format == "304";
  if (has_zone && text != "UTC" && text != "GMT") return std::nullopt;
  if (has_zone) date += 'Z';
  if (format == "205" && (text.starts_with('+') || text.starts_with('-')) && text.size() == 5) {
    date += text == "+0000" ? std::string("Z")
                            : fmt::format("{}:{}", text.substr(0, 3), text.substr(3));
  }
  return date;
}

std::optional<std::string> number_text(std::string_view number, std::size_t digits_max) {
  std::string text(number);
  if (text.find_first_of("eE") != std::string::npos) {
    const auto decimal = base::Decimal::parse(number);
    if (!decimal) return std::nullopt;
    text = decimal->to_string();
  }
  const auto count = static_cast<std::size_t>(std::ranges::count_if(text, base::is_ascii_digit));
  return count <= digits_max ? std::optional(text) : std::nullopt;
}

std::optional<std::string> number_of(std::string_view text, char decimal) {
  bool is_negative = false;
  if (text.ends_with('-')) {
    is_negative = true;
    text.remove_suffix(1);
  } else if (text.starts_with('-') || text.starts_with('+')) {
    is_negative = text.starts_with('-');
    text.remove_prefix(1);
  }
  std::string number(text);
  std::ranges::replace(number, ',', '.');
  if (decimal != ',') std::ranges::replace(number, decimal, '.');
  while (number.size() > 1 && number[0] == '0' && base::is_ascii_digit(number[1]))
    number.erase(0, 1);
  if (number.ends_with('.')) number.pop_back();
  if (number.starts_with('.')) number.insert(0, "0");
  if (is_negative) number.insert(0, "-");
  return base::Decimal::parse(number) ? std::optional(number) : std::nullopt;
}

std::vector<std::string> components_of(std::string_view text, std::size_t length, bool has_lines) {
  std::vector<std::string> parts;
  for (;;) {
    const std::size_t end = has_lines ? text.find('\n') : std::string_view::npos;
    std::string_view line = text.substr(0, end);
    do {
      std::size_t bytes = 0;
      for (std::size_t count = 0; count < length && bytes < line.size(); ++count) {
        bytes += std::max<std::size_t>(base::sequence_bytes(line.substr(bytes)), 1);
      }
      parts.emplace_back(line.substr(0, bytes));
      line.remove_prefix(bytes);
    } while (!line.empty());
    if (end == std::string_view::npos) return parts;
    text.remove_prefix(end + 1);
  }
}

void append_component(std::string& text, std::string_view component, std::size_t length,
                      bool has_lines) {
  const std::size_t begin = has_lines ? text.rfind('\n') + 1 : 0;
  const std::size_t last = base::code_points(std::string_view(text).substr(begin));
  const bool is_full = last > 0 && last % length == 0;
  if (!is_full) text += has_lines ? '\n' : ' ';
  text += component;
}

void append_escaped(std::string& out, std::string_view text) {
  for (const char c : text) {
    if (c == '+' || c == ':' || c == '\'' || c == '?') out += '?';
    out += c;
  }
}

bool is_printable(std::string_view text) {
  return std::ranges::none_of(text, [](unsigned char c) { return c < 0x20 || c == 0x7f; });
}

}  // namespace tradepost::edifact
