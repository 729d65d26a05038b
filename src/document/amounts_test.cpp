#include "document/amounts.hpp"

#include <gtest/gtest.h>

#include <string>

#include "document/json_reader.hpp"

namespace tradepost::document {
namespace {

std::string amount_of(const std::string& json) {
  JsonReader reader;
  const auto view = reader.read(json);
  const auto amount = view ? amount_in(*view) : std::nullopt;
  return amount ? amount->to_string() : "none";
}

TEST(Amounts, numbers_within_bounds_are_taken_and_others_are_not_there) {
  EXPECT_EQ(amount_of("1.50"), "1.50");
  EXPECT_EQ(amount_of("-3"), "-3");
  EXPECT_EQ(amount_of("1e3"), "1000");
  EXPECT_EQ(amount_of("0e-300"), "0");
  EXPECT_EQ(amount_of("1000000000"), "1000000000");
  for (const char* json : {"1000000001", "-1000000001", "1e300", "1e-300", "0.0000001", "\"1\"",
                           "null", "true", "[1]", "{}"}) {
    EXPECT_EQ(amount_of(json), "none") << json;
  }
}

TEST(Amounts, money_is_rounded_half_up_and_written_with_two_decimals) {
  EXPECT_EQ(money(decimal("12.9")).to_string(), "12.90");
  EXPECT_EQ(money(decimal("12")).to_string(), "12.00");
  EXPECT_EQ(money(decimal("0.125")).to_string(), "0.13");
  EXPECT_EQ(money(decimal("-0.125")).to_string(), "-0.13");
  EXPECT_EQ(money(Decimal()).to_string(), "0.00");
  EXPECT_EQ(percent_of(decimal("2973.60"), decimal("19")).to_string(), "564.98");
}

TEST(Amounts, quotients_are_exact_or_none) {
  const auto shown = [](const char* one, const char* other) {
    const auto result = quotient(decimal(one), decimal(other));
    return result ? result->to_string() : "none";
  };
  EXPECT_EQ(*quotient(decimal("36"), decimal("12")), decimal("3"));
  EXPECT_EQ(*quotient(decimal("-1.5"), decimal("1000")), decimal("-0.0015"));
  EXPECT_EQ(shown("1000000000", "0.8"), "none");  // beyond the bounds of amounts
  EXPECT_EQ(shown("1", "3"), "none");
  EXPECT_EQ(shown("1", "0"), "none");
  EXPECT_EQ(shown("0.000001", "10"), "none");
}

}  // namespace
}  // namespace tradepost::document
