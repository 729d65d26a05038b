#include "base/tasks/round_robin_queue.hpp"

#include <memory>
#include <string>

#include <gtest/gtest.h>

namespace tradepost::base {
namespace {

std::string all_of(RoundRobinQueue<int, char>& line) {
  std::string taken;
  while (!line.is_empty()) taken += line.take();
  return taken;
}

TEST(RoundRobinQueue, jobs_of_one_owner_keep_their_order) {
  RoundRobinQueue<int, char> line;
  for (const char item : {'a', 'b', 'c'}) line.add(1, item);
  EXPECT_EQ(all_of(line), "abc");
}

TEST(RoundRobinQueue, each_waits_for_at_most_one_of_another) {
  RoundRobinQueue<int, char> line;
  for (const char item : {'a', 'b', 'c', 'd'}) line.add(1, item);
  line.add(2, 'x');
  line.add(3, 'y');
  EXPECT_EQ(all_of(line), "axybcd");
}

TEST(RoundRobinQueue, asker_that_comes_again_is_last) {
  RoundRobinQueue<int, char> line;
  line.add(1, 'a');
  line.add(2, 'x');
  EXPECT_EQ(line.take(), 'a');
  line.add(1, 'b');
  line.add(3, 'y');
  EXPECT_EQ(all_of(line), "xby");
}

TEST(RoundRobinQueue, has_only_those_of_whom_something_waits) {
  RoundRobinQueue<int, std::unique_ptr<int>> line;
  EXPECT_FALSE(line.has_of(1));
  line.add(1, std::make_unique<int>(7));
  EXPECT_TRUE(line.has_of(1));
  EXPECT_EQ(*line.take(), 7);
  EXPECT_FALSE(line.has_of(1));
}

}  // namespace
}  // namespace tradepost::base
