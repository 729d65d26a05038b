#include "journal/frames/tail.hpp"

#include <gtest/gtest.h>

#include <cstring>
#include <string>
#include <vector>

namespace tradepost::journal {
namespace {

void put(Tail& tail, Place place, const std::string& bytes) {
  const auto room = tail.room(place, bytes.size());
  std::memcpy(room.data(), bytes.data(), bytes.size());
  tail.publish(bytes.size());
}

TEST(Tail, published_bytes_are_found_where_they_lie) {
  Tail tail(64, 16);
  put(tail, {1, 100}, "abcd");
  put(tail, {1, 104}, "efgh");
  ASSERT_TRUE(tail.find({1, 102}).has_value());
  EXPECT_EQ(tail.find({1, 102})->bytes, "cdefgh");
  EXPECT_FALSE(tail.find({1, 99}));
  EXPECT_FALSE(tail.find({1, 108}));
  EXPECT_FALSE(tail.find({2, 100}));
}

TEST(Tail, unpublished_bytes_are_not_found) {
  Tail tail(64, 16);
  put(tail, {1, 0}, "abcd");
  std::memcpy(tail.room({1, 4}, 4).data(), "efgh", 4);
  EXPECT_EQ(tail.find({1, 0})->bytes, "abcd");
  EXPECT_FALSE(tail.find({1, 4}));
}

TEST(Tail, the_oldest_goes_first) {
  Tail tail(32, 16);
  for (std::uint32_t at = 0; at < 64; at += 16) put(tail, {1, at}, std::string(16, 'a'));
  EXPECT_FALSE(tail.find({1, 0}));
  EXPECT_FALSE(tail.find({1, 31}));
  EXPECT_TRUE(tail.find({1, 32}));
  EXPECT_TRUE(tail.find({1, 63}));
}

TEST(Tail, found_bytes_stay_while_referenced) {
  Tail tail(32, 16);
  put(tail, {1, 0}, "the first bytes!");
  const auto found = tail.find({1, 0});
  for (std::uint32_t at = 16; at < 1600; at += 16) put(tail, {1, at}, std::string(16, 'x'));
  EXPECT_EQ(found->bytes, "the first bytes!");
}

TEST(Tail, readers_that_hold_too_much_find_nothing_more) {
  Tail tail(64, 16);
  std::vector<Tail::Found> held;
  for (std::uint32_t at = 0; at < 1600; at += 16) {
    put(tail, {1, at}, std::string(16, 'x'));
    if (const auto found = tail.find({1, at})) held.push_back(*found);
  }
  EXPECT_GE(held.size() * 16, 64u);
  EXPECT_LE(held.size() * 16, 64u + 3 * 16);
  held.clear();
  put(tail, {1, 1600}, std::string(16, 'x'));
  EXPECT_TRUE(tail.find({1, 1600}));
}

TEST(Tail, found_bytes_outlive_the_tail) {
  std::optional<Tail::Found> found;
  {
    Tail tail(32, 16);
    put(tail, {1, 0}, "kept");
    found = tail.find({1, 0});
  }
  EXPECT_EQ(found->bytes, "kept");
}

TEST(Tail, a_frame_larger_than_a_slab_has_its_own) {
  Tail tail(64, 16);
  put(tail, {1, 0}, std::string(40, 'l'));
  put(tail, {1, 40}, "next");
  EXPECT_EQ(tail.find({1, 0})->bytes.size(), 40u);
  EXPECT_EQ(tail.find({1, 40})->bytes, "next");
}

TEST(Tail, a_new_segment_begins_a_new_slab) {
  Tail tail(64, 16);
  put(tail, {1, 100}, "old");
  put(tail, {2, 0}, "new");
  EXPECT_EQ(tail.find({1, 100})->bytes, "old");
  EXPECT_EQ(tail.find({2, 0})->bytes, "new");
}

}  // namespace
}  // namespace tradepost::journal
