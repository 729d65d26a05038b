#include "client/retrying.hpp"

#include <gtest/gtest.h>

#include "base/ground/limits.hpp"

namespace tradepost::client {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;

TEST(Retrying, pauses_double_up_to_their_bound) {
  EXPECT_EQ(pause_before(2, std::nullopt), milliseconds(200));
  EXPECT_EQ(pause_before(3, std::nullopt), milliseconds(400));
  EXPECT_EQ(pause_before(4, std::nullopt), milliseconds(800));
  EXPECT_EQ(pause_before(9, std::nullopt), base::limits::client_pause_max);
  EXPECT_EQ(pause_before(4'000'000'000, std::nullopt), base::limits::client_pause_max);
}

TEST(Retrying, nobody_asks_again_sooner_than_was_asked_for) {
  EXPECT_EQ(pause_before(2, seconds(7)), seconds(7));
  EXPECT_EQ(pause_before(9, seconds(1)), base::limits::client_pause_max);
}

TEST(Retrying, seconds_are_read_and_nothing_else) {
  EXPECT_EQ(retry_after("0"), seconds(0));
  EXPECT_EQ(retry_after("120"), seconds(120));
  for (const char* header : {"", "-1", "1.5", " 1", "soon", "Fri, 20 Nov 2026 16:00:00 GMT"}) {
    EXPECT_EQ(retry_after(header), std::nullopt) << header;
  }
}

TEST(Retrying, more_seconds_than_a_number_holds_are_too_many) {
  EXPECT_GT(retry_after("99999999999999999999").value(), base::limits::client_retry_for_max);
}

}  // namespace
}  // namespace tradepost::client
