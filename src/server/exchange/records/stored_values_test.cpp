#include "exchange/records/stored_values.hpp"

#include <gtest/gtest.h>

#include <string_view>
#include <tuple>

namespace tradepost::exchange {
namespace {

// Returns true if a number has a name in its enum. The compiler writes `Flow::test` for a named
// value and `(Flow)3` for another.
template <auto Value>
constexpr bool has_name() {
  const std::string_view written = __PRETTY_FUNCTION__;
  return written.find("= (") == std::string_view::npos;
}

template <auto Last>
constexpr bool is_the_last() {
  using Enum = decltype(Last);
  return has_name<Last>() && !has_name<static_cast<Enum>(std::to_underlying(Last) + 1)>();
}

template <std::size_t... Index>
constexpr bool all_are_the_last(std::index_sequence<Index...>) {
  return (is_the_last<std::get<Index>(last_values)>() && ...);
}

static_assert(has_name<Flow::live>() && !has_name<Flow{}>());
static_assert(
    all_are_the_last(std::make_index_sequence<std::tuple_size_v<decltype(last_values)>>()),
    "an enum has grown: its last value here is not its last");

TEST(StoredValues, unset_value_is_refused) {
  EXPECT_FALSE(is_known<Flow>(0));
  EXPECT_TRUE(is_known<Flow>(1));
  EXPECT_TRUE(is_known<Flow>(2));
  EXPECT_FALSE(is_known<Flow>(3));
  EXPECT_FALSE(is_known<SettingName>(0x0101));
}

TEST(StoredValues, kinds_begin_at_0) {
  EXPECT_TRUE(is_known<Kind>(0));
  EXPECT_TRUE(is_known<Kind>(document::kind_count - 1));
  EXPECT_FALSE(is_known<Kind>(document::kind_count));
}

}  // namespace
}  // namespace tradepost::exchange
