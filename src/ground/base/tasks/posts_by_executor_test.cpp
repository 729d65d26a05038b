#include "base/tasks/posts_by_executor.hpp"

#include <gtest/gtest.h>

#include <memory>
#include <string>

#include "base/tasks/manual_executor.hpp"

namespace tradepost::base {
namespace {

TEST(PostsByExecutor, each_executor_does_its_work_in_one_call_and_in_order) {
  ManualExecutor one;
  ManualExecutor other;
  std::string did;
  PostsByExecutor posts;
  for (const char letter : {'a', 'b', 'c'}) {
    posts.add(letter == 'b' ? other : one, [&did, letter] { did += letter; });
  }
  EXPECT_EQ(did, "");
  posts.post();
  EXPECT_EQ(did, "");
  EXPECT_EQ(one.run_ready(), 1U);
  EXPECT_EQ(did, "ac");
  EXPECT_EQ(other.run_ready(), 1U);
  EXPECT_EQ(did, "acb");
}

TEST(PostsByExecutor, work_that_can_only_be_moved_goes_with_it) {
  ManualExecutor executor;
  int seen = 0;
  PostsByExecutor posts;
  posts.add(executor, [owned = std::make_unique<int>(7), &seen] { seen = *owned; });
  posts.post();
  posts.post();  // no work is left
  EXPECT_EQ(executor.run_ready(), 1U);
  EXPECT_EQ(seen, 7);
}

}  // namespace
}  // namespace tradepost::base
