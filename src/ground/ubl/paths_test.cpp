#include "ubl/paths.hpp"

#include <gtest/gtest.h>

#include <string>

namespace tradepost::ubl::paths_test {
namespace {

TEST(Paths, place_of_a_line_is_the_path_of_its_item) {
  EXPECT_EQ(path_of_place("2.1", "items", "subItems"), "items.1.subItems.0");
  EXPECT_EQ(path_of_place("0", "items", "subItems"), "");
  EXPECT_EQ(path_of_place("1.x", "items", "subItems"), "");
}

// Each part of a place has a longer part of the path.
TEST(Paths, long_place_does_not_make_a_longer_path) {
  std::string place = "1";
  for (int i = 0; i < 10'000; ++i) place += ".1";
  EXPECT_EQ(path_of_place(place, "items", "subItems"), "");
}

}  // namespace
}  // namespace tradepost::ubl::paths_test
