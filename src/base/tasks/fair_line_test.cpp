#include "base/tasks/fair_line.hpp"

#include <memory>
#include <string>

#include <gtest/gtest.h>

namespace tradepost::base {
namespace {

std::string all_of(FairLine<int, char>& line) {
  std::string taken;
  while (!line.is_empty()) taken += line.take();
  return taken;
}

TEST(FairLine, what_one_brings_comes_in_its_order) {
  FairLine<int, char> line;
  for (const char item : {'a', 'b', 'c'}) line.add(1, item);
  EXPECT_EQ(all_of(line), "abc");
}

TEST(FairLine, nobody_waits_for_more_than_one_of_another) {
  FairLine<int, char> line;
  for (const char item : {'a', 'b', 'c', 'd'}) line.add(1, item);
  line.add(2, 'x');
  line.add(3, 'y');
  EXPECT_EQ(all_of(line), "axybcd");
}

TEST(FairLine, who_comes_again_stands_behind_the_others) {
  FairLine<int, char> line;
  line.add(1, 'a');
  line.add(2, 'x');
  EXPECT_EQ(line.take(), 'a');
  line.add(1, 'b');
  line.add(3, 'y');
  EXPECT_EQ(all_of(line), "xby");
}

TEST(FairLine, has_only_those_of_whom_something_waits) {
  FairLine<int, std::unique_ptr<int>> line;
  EXPECT_FALSE(line.has_of(1));
  line.add(1, std::make_unique<int>(7));
  EXPECT_TRUE(line.has_of(1));
  EXPECT_EQ(*line.take(), 7);
  EXPECT_FALSE(line.has_of(1));
}

}  // namespace
}  // namespace tradepost::base
