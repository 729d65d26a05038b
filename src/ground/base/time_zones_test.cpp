#include "base/time_zones.hpp"

#include <gtest/gtest.h>

namespace tradepost::base {
namespace {

using std::chrono::hours;

Instant at(int month, int day, hours hour, std::chrono::minutes minute = {}) {
  return std::chrono::sys_days(std::chrono::year(2026) / month / day) + hour + minute;
}

TEST(TimeZones, have_the_names_of_zones_and_their_other_names) {
  for (const char* const name : {"Europe/Berlin", "America/Argentina/Buenos_Aires", "UTC",
                                 "Europe/Vienna", "Asia/Calcutta", "Etc/GMT+5"}) {
    EXPECT_TRUE(is_time_zone(name)) << name;
  }
}

TEST(TimeZones, have_no_other_names) {
  for (const char* const name : {"", "Europe", "Europe/Atlantis", "europe/berlin", "Europe/Berlin ",
                                 "../zoneinfo/Europe/Berlin", "posix/Europe/Berlin", "Z", "-"}) {
    EXPECT_FALSE(is_time_zone(name)) << name;
  }
}

TEST(TimeZones, a_time_of_day_depends_on_the_zone) {
  const Instant now = at(1, 15, hours(6), std::chrono::minutes(30));
  EXPECT_EQ(last_time_of_day(hours(7), "Europe/Berlin", now), at(1, 15, hours(6)));
  EXPECT_EQ(last_time_of_day(hours(7), "UTC", now), at(1, 14, hours(7)));
  EXPECT_EQ(last_time_of_day(hours(7), "America/New_York", now), at(1, 14, hours(12)));
  EXPECT_EQ(last_time_of_day(hours(7), "Asia/Kolkata", now),
            at(1, 15, hours(1), std::chrono::minutes(30)));
}

TEST(TimeZones, a_time_of_day_follows_daylight_saving_time) {
  EXPECT_EQ(last_time_of_day(hours(7), "Europe/Berlin", at(7, 15, hours(12))), at(7, 15, hours(5)));
  // In the night of 29 March the hour from 2 to 3 is skipped.
  EXPECT_EQ(last_time_of_day(hours(2), "Europe/Berlin", at(3, 29, hours(12))), at(3, 29, hours(1)));
}

TEST(TimeZones, a_time_of_day_includes_now) {
  const Instant now = at(1, 15, hours(6));
  EXPECT_EQ(last_time_of_day(hours(7), "Europe/Berlin", now), now);
}

TEST(TimeZones, a_time_of_day_in_an_unknown_zone_is_in_utc) {
  const Instant now = at(1, 15, hours(6), std::chrono::minutes(30));
  EXPECT_EQ(last_time_of_day(hours(6), "", now), at(1, 15, hours(6)));
  EXPECT_EQ(last_time_of_day(hours(7), "Europe/Atlantis", now), at(1, 14, hours(7)));
}

}  // namespace
}  // namespace tradepost::base
