#include "base/ground/result.hpp"

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <utility>

#include "base/ground/check.hpp"

namespace tradepost::base {
namespace {

Error odd() {
  return {ErrorCode::invalid, CallerText("odd")};
}

Result<int> halved(int value) {
  if (value % 2 != 0) return refuse(odd());
  return value / 2;
}

Result<std::unique_ptr<int>> boxed_half(int value) {
  TRY_ASSIGN(const int half, halved(value));
  return std::make_unique<int>(half);
}

Done twice_even(int value) {
  TRY(halved(value));
  TRY_ASSIGN(const auto box, boxed_half(value));
  TRY(halved(*box));
  return {};
}

TEST(Result, values_continue_and_refusals_leave_the_function) {
  EXPECT_TRUE(twice_even(4));
  EXPECT_EQ(twice_even(3).error().text().str(), "odd");
  EXPECT_EQ(twice_even(2).error().text().str(), "odd");
}

TEST(Result, values_that_only_move_are_moved_out) {
  std::unique_ptr<int> box = boxed_half(10).value();
  EXPECT_EQ(*box, 5);
}

TEST(CheckDeathTest, a_broken_promise_says_where_and_which) {
  const int two = 2;
  CHECK(two == 2);
  EXPECT_DEATH(CHECK(two == 3),
               "tradepost: internal check failed at .*result_test.cpp:[0-9]+: two == 3");
}

}  // namespace
}  // namespace tradepost::base
