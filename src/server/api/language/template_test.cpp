#include "api/language/template.hpp"

#include <gtest/gtest.h>

namespace tradepost::api::german {
namespace {

TEST(Template, values_are_between_the_texts) {
  const auto values = values_in("is {sum}, not {other}.", "is 1, not 2.");
  ASSERT_TRUE(values);
  EXPECT_EQ(value_of(*values, "sum"), "1");
  EXPECT_EQ(value_of(*values, "other"), "2");
  EXPECT_EQ(value_of(*values, "third"), "");
}

TEST(Template, other_sentence_has_no_values) {
  EXPECT_FALSE(values_in("is {sum}.", "was 1."));
  EXPECT_FALSE(values_in("is {sum}.", "is 1"));
  EXPECT_FALSE(values_in("is {sum}.", "is"));
  EXPECT_FALSE(values_in("Not found.", "Not found. More"));
  EXPECT_FALSE(values_in("{a} and {b} and {c}.", "1 and 2."));
}

TEST(Template, text_without_parameters_is_compared_whole) {
  EXPECT_TRUE(values_in("Not found.", "Not found."));
  EXPECT_FALSE(values_in("Not found.", ""));
}

TEST(Template, value_may_be_empty_or_have_the_text_that_follows_it) {
  EXPECT_EQ(value_of(*values_in("\"{found}\" is odd.", "\"\" is odd."), "found"), "");
  EXPECT_EQ(value_of(*values_in("{found} is odd.", "a is odd. is odd."), "found"), "a is odd.");
}

TEST(Template, parameter_is_filled_in_where_its_kind_says_how) {
  const auto text = fill("{a:field} = {b}!", [](const Placeholder& placeholder) {
    return std::string(placeholder.name) + "/" + std::string(placeholder.kind);
  });
  EXPECT_EQ(text, "a/field = b/!");
}

}  // namespace
}  // namespace tradepost::api::german
