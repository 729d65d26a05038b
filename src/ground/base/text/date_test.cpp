#include "base/text/date.hpp"

#include <gtest/gtest.h>

#include <string>

namespace tradepost::base {
namespace {

TEST(Date, real_days_are_dates) {
  for (const std::string_view text :
       {"0000-01-01", "0000-02-29", "1582-10-10", "1970-01-01", "2000-02-29", "2023-02-28",
        "2024-02-29", "2024-04-30", "2024-12-31", "9999-12-31"}) {
    const std::optional<Date> date = parse_date(text);
    ASSERT_TRUE(date) << text;
    EXPECT_EQ(to_string(*date), text);
    EXPECT_TRUE(parse_datetime(text)) << text;
  }
}

const std::string_view not_dates[] = {
    "",
    "2023-02-30",
    "2023-02-29",
    "1900-02-29",
    "2100-02-29",
    "2024-02-30",
    "2023-04-31",
    "2023-06-31",
    "2023-09-31",
    "2023-11-31",
    "2023-01-32",
    "2023-01-00",
    "2023-00-10",
    "2023-13-01",
    "2023-1-01",
    "2023-01-1",
    "23-01-01",
    "02023-01-01",
    "12023-01-01",
    "+2023-01-01",
    "-2023-01-01",
    "2023/01/01",
    "2023.01.01",
    "20230101",
    "01.02.2023",
    "2023-01-01x",
    " 2023-01-01",
    "2023-01-01\n",
    "2023-01-",
    "2023-01",
    "2023",
    "abcd-ef-gh",
    "2023-01-0a",
    "2023-0１-01",
    "2023-W01-1",
    "2023-001",
    "2023-01-01Z",
    "today",
    "2023-01-01+01:00",
};

TEST(Date, day_outside_the_calendar_is_not_a_date) {
  for (const std::string_view text : not_dates) {
    EXPECT_FALSE(parse_date(text)) << text;
    EXPECT_FALSE(parse_datetime(text)) << text;
  }
}

TEST(Date, a_date_with_a_time_is_no_date) {
  EXPECT_FALSE(parse_date("2024-02-29T08:30"));
}

TEST(Date, a_text_that_ends_within_a_zero_byte_is_none) {
  EXPECT_FALSE(parse_date(std::string_view("2023-01-0\0", 10)));
  EXPECT_FALSE(parse_datetime(std::string_view("2023-01-01\0", 11)));
}

TEST(DateTime, every_form_of_the_grammar_is_understood) {
  const Date day{2024, 2, 29};
  struct Row {
    std::string_view text;
    DateTime expected;
  };
  const Row rows[] = {
      {"2024-02-29", {day, {}, {}}},
      {"2024-02-29T08:30", {day, TimeOfDay{8, 30, 0, 0}, {}}},
      {"2024-02-29 08:30", {day, TimeOfDay{8, 30, 0, 0}, {}}},
      {"2024-02-29T00:00Z", {day, TimeOfDay{}, 0}},
      {"2024-02-29T23:59:59", {day, TimeOfDay{23, 59, 59, 0}, {}}},
      {"2024-02-29T23:59:59Z", {day, TimeOfDay{23, 59, 59, 0}, 0}},
      {"2024-02-29 23:59:59+23:59", {day, TimeOfDay{23, 59, 59, 0}, 1439}},
      {"2024-02-29T23:59:59-00:30", {day, TimeOfDay{23, 59, 59, 0}, -30}},
      {"2024-02-29T08:30+01:00", {day, TimeOfDay{8, 30, 0, 0}, 60}},
      {"2024-02-29T08:30:15.5", {day, TimeOfDay{8, 30, 15, 500'000'000}, {}}},
      {"2024-02-29T08:30:15.000000001Z", {day, TimeOfDay{8, 30, 15, 1}, 0}},
      {"2024-02-29T08:30:15.999999999-05:00", {day, TimeOfDay{8, 30, 15, 999'999'999}, -300}},
      {"2024-02-29T08:30:15.120Z", {day, TimeOfDay{8, 30, 15, 120'000'000}, 0}},
  };
  for (const Row& row : rows) {
    const std::optional<DateTime> parsed = parse_datetime(row.text);
    ASSERT_TRUE(parsed) << row.text;
    EXPECT_EQ(*parsed, row.expected) << row.text;
  }
}

TEST(DateTime, other_grammar_is_not_a_date_time) {
  // Each of these texts follows 2024-02-29.
  for (const std::string_view rest : {
           "T",
           " ",
           "T08",
           "T08:",
           "T0830",
           "T8:30",
           "T08:3",
           "T24:00",
           "T24:00:00",
           "T08:60",
           "T08:30:60",
           "T23:59:60",
           "T23:59:60Z",
           "T08:30:",
           "T08:30:1",
           "T08:30:15.",
           "T08:30:15.Z",
           "T08:30:15,5",
           "T08:30:15.1234567890",
           "T08:30.5",
           "t08:30",
           "T08:30z",
           "  08:30",
           " T08:30",
           "T 08:30",
           "\t08:30",
           "_08:30",
           "T08:30 ",
           "T08:30 Z",
           "T08:30ZZ",
           "T08:30+",
           "T08:30+1",
           "T08:30+01",
           "T08:30+0100",
           "T08:30+1:00",
           "T08:30+24:00",
           "T08:30+01:60",
           "T08:30+01:00Z",
           "T08:30Z+01:00",
           "T08:30+01:00:00",
           "T08:30−01:00",
           "T08:30:15+",
           "T08:30:15.5+1",
           "T-8:30",
           "T08:-3",
           "T08:30:-1",
           "T08:30:15.-1",
           "T08:30[Europe/Berlin]",
           "T08:30 UTC",
           "Z",
           "+01:00",
       }) {
    EXPECT_FALSE(parse_datetime("2024-02-29" + std::string(rest))) << rest;
  }
}

TEST(DateTime, no_prefix_or_lengthening_of_a_full_one_reads_out_of_bounds) {
  const std::string full = "2024-02-29T08:30:15.123456789+01:00";
  for (std::size_t length = 0; length <= full.size(); ++length) {
    const std::string exact =
        full.substr(0, length);  // its own allocation, so that a sanitizer sees the end
    const bool complete = length == 10 || length == 16 || length == 19 ||
                          (length >= 21 && length <= 29) || length == full.size();
    EXPECT_EQ(parse_datetime(exact).has_value(), complete) << exact;
  }
}

TEST(Date, days_count_on_over_ten_thousand_years_without_a_gap) {
  EXPECT_EQ(days_since_epoch({1970, 1, 1}), 0);
  EXPECT_EQ(days_since_epoch({2000, 3, 1}), 11'017);
  EXPECT_EQ(days_since_epoch({1969, 12, 31}), -1);
  Date expected{0, 1, 1};
  const std::int32_t first = days_since_epoch(expected);
  const std::int32_t last = days_since_epoch({9999, 12, 31});
  EXPECT_EQ(last - first + 1, 3'652'425);  // 25 times 400 years of 146,097 days
  for (std::int32_t days = first; days <= last; ++days) {
    ASSERT_EQ(date_of_days(days), expected) << to_string(expected);
    ASSERT_EQ(days_since_epoch(expected), days);
    if (++expected.day <= days_in_month(expected.year, expected.month)) continue;
    expected.day = 1;
    if (++expected.month <= 12) continue;
    expected.month = 1;
    ++expected.year;
  }
}

TEST(DateDeathTest, days_outside_of_the_calendar_end_the_process) {
  EXPECT_DEATH((void)date_of_days(days_since_epoch({9999, 12, 31}) + 1), "check failed");
  EXPECT_DEATH((void)date_of_days(days_since_epoch({0, 1, 1}) - 1), "check failed");
}

}  // namespace
}  // namespace tradepost::base
