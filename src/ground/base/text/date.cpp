#include "base/text/date.hpp"

#include <fmt/format.h>

#include <array>
#include <cstddef>

#include "base/ground/check.hpp"
#include "base/text/text.hpp"

namespace tradepost::base {
namespace {

constexpr std::size_t date_length = 10;
constexpr std::size_t offset_length = 6;
constexpr std::size_t fraction_digits_max = 9;

// Returns the number of the two digits at `at`, or -1 if one of the characters is not a digit.
int two_digits(const char* at) {
  const unsigned tens = static_cast<unsigned char>(at[0]) - unsigned{'0'};
  const unsigned ones = static_cast<unsigned char>(at[1]) - unsigned{'0'};
  return tens > 9 || ones > 9 ? -1 : static_cast<int>(tens * 10 + ones);
}

std::optional<Date> leading_date(std::string_view text) {
  if (text.size() < date_length || text[4] != '-' || text[7] != '-') return std::nullopt;
  const int century = two_digits(&text[0]);
  const int year_of_century = two_digits(&text[2]);
  const int month = two_digits(&text[5]);
  const int day = two_digits(&text[8]);
  if (century < 0 || year_of_century < 0 || month < 1 || month > 12 || day < 1) return std::nullopt;
  const int year = century * 100 + year_of_century;
  if (day > 28 && day > days_in_month(year, month)) return std::nullopt;
  return Date{static_cast<std::int16_t>(year), static_cast<std::uint8_t>(month),
              static_cast<std::uint8_t>(day)};
}

// Takes "hh:mm" off the front. Returns nullopt if the text does not begin with it.
std::optional<TimeOfDay> take_hour_and_minute(std::string_view& text) {
  if (text.size() < 5 || text[2] != ':') return std::nullopt;
  const int hour = two_digits(&text[0]);
  const int minute = two_digits(&text[3]);
  if (hour < 0 || hour > 23 || minute < 0 || minute > 59) return std::nullopt;
  text.remove_prefix(5);
  return TimeOfDay{.hour = static_cast<std::uint8_t>(hour),
                   .minute = static_cast<std::uint8_t>(minute)};
}

// Takes ".d" to ".ddddddddd" off the front. Returns -1 if the point is followed by no digit or more
// than nine.
std::int32_t take_nanoseconds(std::string_view& text) {
  std::size_t count = 0;
  std::int32_t nanoseconds = 0;
  for (; 1 + count < text.size() && is_ascii_digit(text[1 + count]); ++count) {
    if (count == fraction_digits_max) return -1;
    nanoseconds = nanoseconds * 10 + (text[1 + count] - '0');
  }
  if (count == 0) return -1;
  for (std::size_t i = count; i < fraction_digits_max; ++i) nanoseconds *= 10;
  text.remove_prefix(1 + count);
  return nanoseconds;
}

// Takes hh:mm[:ss[.fraction]] off the front.
std::optional<TimeOfDay> take_time(std::string_view& text) {
  std::optional<TimeOfDay> time = take_hour_and_minute(text);
  if (!time || !text.starts_with(':')) return time;

  const int second = text.size() < 3 ? -1 : two_digits(&text[1]);
  if (second < 0 || second > 59) return std::nullopt;
  time->second = static_cast<std::uint8_t>(second);
  text.remove_prefix(3);
  if (!text.starts_with('.')) return time;

  const std::int32_t nanosecond = take_nanoseconds(text);
  if (nanosecond < 0) return std::nullopt;
  time->nanosecond = static_cast<std::uint32_t>(nanosecond);
  return time;
}

// Parses the rest of a datetime: "Z", "+hh:mm" or "-hh:mm".
std::optional<std::int16_t> offset_of(std::string_view text) {
  if (text == "Z") return std::int16_t{0};
  if (text.size() != offset_length || (text[0] != '+' && text[0] != '-')) return std::nullopt;
  const bool west = text[0] == '-';
  text.remove_prefix(1);
  const std::optional<TimeOfDay> offset = take_hour_and_minute(text);
  if (!offset) return std::nullopt;
  const int minutes = offset->hour * 60 + offset->minute;
  return static_cast<std::int16_t>(west ? -minutes : minutes);
}

}  // namespace

bool is_leap_year(int year) {
  return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
}

int days_in_month(int year, int month) {
  constexpr std::array<std::int8_t, 12> days = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
  return month == 2 && is_leap_year(year) ? 29 : days[static_cast<std::size_t>(month - 1)];
}

std::optional<Date> parse_date(std::string_view text) {
  if (text.size() != date_length) return std::nullopt;
  return leading_date(text);
}

std::optional<DateTime> parse_datetime(std::string_view text) {
  const std::optional<Date> date = leading_date(text);
  if (!date) return std::nullopt;
  DateTime parsed{.date = *date, .time = std::nullopt, .offset_minutes = std::nullopt};
  if (text.size() == date_length) return parsed;

  const char separator = text[date_length];
  if (separator != 'T' && separator != ' ') return std::nullopt;
  text.remove_prefix(date_length + 1);
  parsed.time = take_time(text);
  if (!parsed.time) return std::nullopt;
  if (text.empty()) return parsed;

  parsed.offset_minutes = offset_of(text);
  if (!parsed.offset_minutes) return std::nullopt;
  return parsed;
}

// The year is counted from March, so that the leap day is its last one, and in eras of 400 years,
// which all have the same 146,097 days; 719,468 of them lie between 0000-03-01 and 1970-01-01.
std::int32_t days_since_epoch(Date date) {
  const int year_from_march = date.month <= 2 ? date.year - 1 : date.year;
  const int era = (year_from_march >= 0 ? year_from_march : year_from_march - 399) / 400;
  const int year_of_era = year_from_march - era * 400;
  const int month_from_march = (date.month + 9) % 12;
  const int day_of_year = (153 * month_from_march + 2) / 5 + date.day - 1;
  const int day_of_era = year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + day_of_year;
  return era * 146'097 + day_of_era - 719'468;
}

Date date_of_days(std::int32_t days_since_epoch) {
  const std::int64_t shifted = std::int64_t{days_since_epoch} + 719'468;
  const std::int64_t era = (shifted >= 0 ? shifted : shifted - 146'096) / 146'097;
  const std::int64_t day_of_era = shifted - era * 146'097;
  const std::int64_t year_of_era =
      (day_of_era - day_of_era / 1460 + day_of_era / 36'524 - day_of_era / 146'096) / 365;
  const std::int64_t day_of_year =
      day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
  const std::int64_t month_from_march = (5 * day_of_year + 2) / 153;
  const std::int64_t day = day_of_year - (153 * month_from_march + 2) / 5 + 1;
  const std::int64_t month = month_from_march < 10 ? month_from_march + 3 : month_from_march - 9;
  const std::int64_t year = year_of_era + era * 400 + (month <= 2 ? 1 : 0);
  CHECK(year >= 0 && year <= 9999);
  return Date{static_cast<std::int16_t>(year), static_cast<std::uint8_t>(month),
              static_cast<std::uint8_t>(day)};
}

std::string to_string(Date date) {
  return fmt::format("{:04}-{:02}-{:02}", date.year, date.month, date.day);
}

}  // namespace tradepost::base
