#include "client/retrying.hpp"

#include <gtest/gtest.h>

#include <utility>

#include "base/ground/limits.hpp"

namespace tradepost::client {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;

constexpr std::uint64_t rolls[] = {0, 1, 199, 200, 201, 12'345'678'901'234'567, ~0ull};

TEST(Retrying, pauses_are_random_below_a_bound_that_doubles) {
  for (const auto& [attempt, bound] :
       {std::pair(2u, milliseconds(200)), std::pair(3u, milliseconds(400)),
        std::pair(4u, milliseconds(800)),
        std::pair(9u, milliseconds(base::limits::client_pause_max)),
        std::pair(4'000'000'000u, milliseconds(base::limits::client_pause_max))}) {
    for (const auto roll : rolls) {
      EXPECT_GE(pause_before(attempt, std::nullopt, roll), milliseconds(0));
      EXPECT_LE(pause_before(attempt, std::nullopt, roll), bound) << attempt;
    }
    EXPECT_EQ(pause_before(attempt, std::nullopt, 0), milliseconds(0));
    EXPECT_EQ(pause_before(attempt, std::nullopt, static_cast<std::uint64_t>(bound.count())),
              bound);
  }
}

TEST(Retrying, retry_waits_as_long_as_the_server_asked) {
  for (const auto roll : rolls) {
    EXPECT_GE(pause_before(2, seconds(7), roll), seconds(7));
    EXPECT_LE(pause_before(2, seconds(7), roll), milliseconds(7'200));
  }
}

TEST(Retrying, date_counts_from_the_date_of_the_answer) {
  const char* const until = "Fri, 20 Nov 2026 16:00:00 GMT";
  EXPECT_EQ(retry_after(until, "Fri, 20 Nov 2026 15:59:30 GMT"), seconds(30));
  EXPECT_EQ(retry_after(until, "Fri, 20 Nov 2026 16:00:01 GMT"), seconds(0));
  EXPECT_GT(retry_after("Fri, 20 Nov 2060 16:00:00 GMT").value(),
            base::limits::client_retry_for_max);
}

TEST(Retrying, seconds_are_read_and_nothing_else) {
  EXPECT_EQ(retry_after("0"), seconds(0));
  EXPECT_EQ(retry_after("120"), seconds(120));
  for (const char* header :
       {"", "-1", "1.5", " 1", "soon", "tomorrow", "Fri, 99 Foo 2026 16:00:00 GMT"}) {
    EXPECT_EQ(retry_after(header), std::nullopt) << header;
  }
}

TEST(Retrying, more_seconds_than_a_number_holds_are_too_many) {
  EXPECT_GT(retry_after("99999999999999999999").value(), base::limits::client_retry_for_max);
}

}  // namespace
}  // namespace tradepost::client
