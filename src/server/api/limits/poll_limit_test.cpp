#include "api/limits/poll_limit.hpp"

#include <gtest/gtest.h>

#include <vector>

#include "base/ground/limits.hpp"

namespace tradepost::api {
namespace {

// Covers contract 6.5.
TEST(PollLimit, token_has_its_places_and_gets_them_back) {
  PollLimit limit;
  const exchange::TokenId token(base::Uuid{{1}});
  const exchange::TokenId other(base::Uuid{{2}});
  std::vector<PollPlace> places;
  for (std::size_t i = 0; i < base::limits::polls_per_token_max; ++i) {
    auto place = limit.take_place(token);
    ASSERT_TRUE(place.has_value());
    places.push_back(*std::move(place));
  }
  EXPECT_FALSE(limit.take_place(token).has_value());
  EXPECT_TRUE(limit.take_place(other).has_value());
  places.pop_back();
  EXPECT_TRUE(limit.take_place(token).has_value());
}

}  // namespace
}  // namespace tradepost::api
