#include "base/text/url_text.hpp"

#include <gtest/gtest.h>

namespace tradepost::base {
namespace {

TEST(PathText, query_begins_once_and_empty_values_are_left_out) {
  EXPECT_EQ(PathText("/v2/errors").add("cursor", "").str(), "/v2/errors");
  EXPECT_EQ(PathText("/v2/errors").segment("a/b").add("x", "1").add("y[z]", "ä").str(),
            "/v2/errors/a%2Fb?x=1&y%5Bz%5D=%C3%A4");
  EXPECT_EQ(PathText("/v2/errors?x=1").add("y", "2").str(), "/v2/errors?x=1&y=2");
}

}  // namespace
}  // namespace tradepost::base
