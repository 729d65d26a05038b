#include "document/amounts/amounts.hpp"

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
  EXPECT_EQ(money(decimal("12e1")).to_string(), "120.00");
  EXPECT_EQ(money(decimal("0.125")).to_string(), "0.13");
  EXPECT_EQ(money(decimal("-0.125")).to_string(), "-0.13");
  EXPECT_EQ(money(Decimal()).to_string(), "0.00");
  EXPECT_EQ(percent_of(decimal("2973.60"), decimal("19")).to_string(), "564.98");
}

TEST(Amounts, smallest_unit_of_a_currency_decides_how_many_decimals_money_has) {
  EXPECT_EQ(money(decimal("12.5"), decimals_of("JPY")).to_string(), "13");
  EXPECT_EQ(money(decimal("12.9"), decimals_of("KWD")).to_string(), "12.900");
  EXPECT_EQ(money(decimal("12.9"), decimals_of("EUR")).to_string(), "12.90");
  EXPECT_EQ(percent_of(decimal("105"), decimal("10"), decimals_of("JPY")).to_string(), "11");
}

}  // namespace
}  // namespace tradepost::document
