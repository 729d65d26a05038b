#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

// Dates and times in documents (contract 4.3):
//
//   date     = YYYY-MM-DD, a real day of the Gregorian calendar, years 0000 to 9999
//   datetime = date [ ("T" | " ") hh:mm [ ":" ss [ "." 1 to 9 digits ] ] [ "Z" | ("+" | "-") hh:mm
//   ] ]
//
//   2024-02-29   2024-02-29T08:30   2024-02-29 08:30:15.5+01:00
//
// Hours go to 23, minutes and seconds to 59, also in the offset: 24:00 and :60 are invalid.
namespace tradepost::base {

struct Date {
  std::int16_t year = 0;
  std::uint8_t month = 1;
  std::uint8_t day = 1;

  auto operator<=>(const Date&) const = default;
};

struct TimeOfDay {
  std::uint8_t hour = 0;
  std::uint8_t minute = 0;
  std::uint8_t second = 0;
  std::uint32_t nanosecond = 0;

  auto operator<=>(const TimeOfDay&) const = default;
};

// A datetime with its written parts. Without an offset the instant is unknown, so two of them can
// only be compared for equality.
struct DateTime {
  Date date;
  std::optional<TimeOfDay> time;
  std::optional<std::int16_t> offset_minutes;  // east of UTC; 0 for Z

  bool operator==(const DateTime&) const = default;
};

// These parse the whole text, and return nullopt if it is not a date or a datetime. They allocate
// no memory.
std::optional<Date> parse_date(std::string_view text);
std::optional<DateTime> parse_datetime(std::string_view text);

bool is_leap_year(int year);
int days_in_month(int year, int month);  // month 1 to 12

// These convert between dates and days since 1970-01-01, which are negative before it. A day
// outside of the years 0000 to 9999 fails a CHECK.
std::int32_t days_since_epoch(Date date);
Date date_of_days(std::int32_t days_since_epoch);

std::string to_string(Date date);  // YYYY-MM-DD

}  // namespace tradepost::base
