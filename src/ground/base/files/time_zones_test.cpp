#include "base/files/time_zones.hpp"

#include <gtest/gtest.h>

namespace tradepost::base {
namespace {

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

}  // namespace
}  // namespace tradepost::base
