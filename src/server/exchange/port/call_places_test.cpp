#include "exchange/port/call_places.hpp"

#include <gtest/gtest.h>

#include <cstdint>

namespace tradepost::exchange {
namespace {

ParticipantId participant(std::uint8_t number) {
  base::Uuid id;
  id.bytes.back() = number;
  return ParticipantId(id);
}

TEST(CallPlaces, participant_gets_its_part_and_leaves_the_rest_to_others) {
  CallPlaces places({.in_all = 5, .of_one = 2});
  for (const auto number : {std::uint8_t{1}, std::uint8_t{2}}) {
    places.take(participant(number));
    EXPECT_TRUE(places.has_one_for(participant(number)));
    places.take(participant(number));
    EXPECT_FALSE(places.has_one_for(participant(number)));
  }
  EXPECT_TRUE(places.has_any());
  EXPECT_TRUE(places.has_one_for(participant(3)));
  places.take(participant(3));
  EXPECT_FALSE(places.has_any());
  EXPECT_FALSE(places.has_one_for(participant(3)));
  EXPECT_FALSE(places.has_one_for(participant(4)));
}

TEST(CallPlaces, place_that_is_given_back_is_free) {
  CallPlaces places({.in_all = 2, .of_one = 1});
  places.take(participant(1));
  places.take(participant(2));
  places.give_back(participant(1));
  EXPECT_TRUE(places.has_one_for(participant(1)));
  EXPECT_TRUE(places.has_one_for(participant(3)));
  EXPECT_FALSE(places.has_one_for(participant(2)));
}

}  // namespace
}  // namespace tradepost::exchange
