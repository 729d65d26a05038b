#include "base/text/decimal.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <limits>
#include <string>
#include <string_view>

namespace tradepost::base {
namespace {

Decimal decimal(std::string_view text) {
  const auto parsed = Decimal::parse(text);
  EXPECT_TRUE(parsed) << text;
  return parsed.value_or(Decimal());
}

std::string nines(std::size_t count) {
  return std::string(count, '9');
}
std::string zeros(std::size_t count) {
  return std::string(count, '0');
}

TEST(Decimal, numbers_are_printed_plainly_with_their_decimals) {
  struct Row {
    std::string text;
    std::string plain;
  };
  for (const Row& row : {
           Row{"0", "0"},
           Row{"-0", "0"},
           Row{"0.00", "0.00"},
           Row{"-0.0", "0.0"},
           Row{"0e5", "0"},
           Row{"1", "1"},
           Row{"-1.50", "-1.50"},
           Row{"15e-1", "1.5"},
           Row{"1.5E2", "150"},
           Row{"1.5e+1", "15"},
           Row{"100", "100"},
           Row{"0.05", "0.05"},
           Row{"-0.005e1", "-0.05"},
           Row{"1e3", "1000"},
           Row{"12e-5", "0.00012"},
           Row{"1e0000000000000000000000000001", "10"},
           Row{"9223372036854775808", "9223372036854775808"},
           Row{"1234567890123456789", "1234567890123456789"},
           Row{"12345678901234567890.12", "12345678901234567890.12"},
           Row{nines(40), nines(40)},
           Row{"0." + zeros(60) + "1", "0." + zeros(60) + "1"},
           Row{"1e308", "1" + zeros(308)},
           Row{"1e-308", "0." + zeros(307) + "1"},
       }) {
    EXPECT_EQ(decimal(row.text).to_string(), row.plain) << row.text;
  }
}

TEST(Decimal, other_than_a_json_number_is_malformed) {
  for (const std::string_view text :
       {"",   "-",   "+1",    "007",  "00",    "-01",   ".5",     "5.",       "-.5",
        "1e", "1e+", "1E-",   "e5",   "1.e5",  "1..2",  "1.2.3",  "--1",      "1 ",
        " 1", "1,5", "1_000", "0x10", "1e5.0", "1e5e5", "NaN",    "Infinity", "-Infinity",
        "1f", "1d",  "½",     "१",    "null",  "\"1\"", "1.5e1x", "1-1"}) {
    const auto parsed = Decimal::parse(text);
    ASSERT_FALSE(parsed) << text;
    EXPECT_EQ(parsed.error(), NumberFault::malformed) << text;
  }
  EXPECT_FALSE(Decimal::parse(std::string_view("1\0", 2)));
}

TEST(Decimal, forty_digits_are_kept_and_forty_one_refused) {
  const std::string kept[] = {nines(40),         "0." + nines(40), "0.000" + nines(40),
                              nines(39) + ".0",  "-" + nines(40),  "1." + zeros(39),
                              "0." + zeros(100), "1" + zeros(39),  nines(20) + "." + nines(20)};
  for (const std::string& text : kept) EXPECT_TRUE(Decimal::parse(text)) << text;

  const std::string refused[] = {nines(41),        "0." + nines(41),         nines(40) + ".0",
                                 "1." + zeros(40), "1" + zeros(40),          "-" + nines(41),
                                 nines(1000),      "1" + zeros(40) + "e999", nines(100) + "e-3"};
  for (const std::string& text : refused) {
    const auto parsed = Decimal::parse(text);
    ASSERT_FALSE(parsed) << text;
    EXPECT_EQ(parsed.error(), NumberFault::too_many_digits) << text;
  }
}

TEST(Decimal, exponents_beyond_the_bound_are_refused) {
  const std::string kept[] = {"1e308", "1E-308",  nines(40) + "e308", "0." + nines(40) + "e-308",
                              "0e308", "0.0e-308"};
  for (const std::string& text : kept) EXPECT_TRUE(Decimal::parse(text)) << text;

  const std::string refused[] = {"1e309",
                                 "1e-309",
                                 "0e309",
                                 "1e99999999999999999999",
                                 "-1e-99999999999999999999",
                                 "1e00309",
                                 "0." + zeros(348) + "1",
                                 "0." + zeros(50) + "1e-300"};
  for (const std::string& text : refused) {
    const auto parsed = Decimal::parse(text);
    ASSERT_FALSE(parsed) << text;
    EXPECT_EQ(parsed.error(), NumberFault::exponent_too_large) << text;
  }
  EXPECT_TRUE(decimal("0." + zeros(100'000)).is_zero());
}

TEST(Decimal, writings_of_one_value_are_equal) {
  const std::string_view one_and_a_half[] = {
      "1.5", "1.50", "15e-1", "0.15e1", "1.5000000000000000000000000", "150E-2"};
  for (const std::string_view a : one_and_a_half) {
    for (const std::string_view b : one_and_a_half)
      EXPECT_EQ(decimal(a), decimal(b)) << a << " " << b;
  }
  EXPECT_EQ(decimal("0"), decimal("-0.00e300"));
  EXPECT_EQ(decimal("1e308"), decimal("10e307"));
}

// Covers contract 4.3.
TEST(Decimal, order_is_that_of_the_values) {
  const std::string ascending[] = {"-1e308",
                                   "-" + nines(40),
                                   "-12",
                                   "-1.5000000000000000000000000000000000001",
                                   "-1.5",
                                   "-1",
                                   "-0.5",
                                   "-1e-308",
                                   "0",
                                   "1e-308",
                                   "0.5",
                                   "1",
                                   "1.4999999999999999999999999999999999999",
                                   "1.5",
                                   "2",
                                   "10",
                                   "11",
                                   nines(40),
                                   "1e40",
                                   "1.000000000000000000000000000000000000001e40",
                                   "1e41",
                                   "9e307",
                                   "1e308",
                                   nines(40) + "e308"};
  for (std::size_t i = 0; i < std::size(ascending); ++i) {
    for (std::size_t j = 0; j < std::size(ascending); ++j) {
      EXPECT_EQ(decimal(ascending[i]) <=> decimal(ascending[j]), i <=> j)
          << ascending[i] << " " << ascending[j];
    }
  }
}

TEST(Decimal, integers_of_64_bits_are_given) {
  struct Row {
    std::string_view text;
    std::int64_t value;
  };
  for (const Row& row : {Row{"0", 0}, Row{"-0.0", 0}, Row{"0e300", 0}, Row{"1.0", 1},
                         Row{"1e2", 100}, Row{"-12.000", -12}, Row{"1200e-2", 12},
                         Row{"9223372036854775807", std::numeric_limits<std::int64_t>::max()},
                         Row{"9223372036854775807.000", std::numeric_limits<std::int64_t>::max()},
                         Row{"-9223372036854775808", std::numeric_limits<std::int64_t>::min()}}) {
    const Decimal number = decimal(row.text);
    EXPECT_TRUE(number.is_integer()) << row.text;
    ASSERT_TRUE(number.to_int64()) << row.text;
    EXPECT_EQ(*number.to_int64(), row.value) << row.text;
    EXPECT_EQ(Decimal(row.value), number) << row.text;
  }
}

TEST(Decimal, fractions_are_no_integers) {
  for (const std::string_view text :
       {"0.5", "1.0001", "-1e-1", "1e-308", "9223372036854775807.5"}) {
    EXPECT_FALSE(decimal(text).is_integer()) << text;
    ASSERT_FALSE(decimal(text).to_int64()) << text;
    EXPECT_EQ(decimal(text).to_int64().error().code(), ErrorCode::invalid) << text;
  }
}

TEST(Decimal, integers_beyond_64_bits_are_out_of_range) {
  for (const std::string_view text :
       {"9223372036854775808", "-9223372036854775809", "1e19", "1.0e300", "1e100",
        "18446744073709551616", "99999999999999999999999999999999.0"}) {
    EXPECT_TRUE(decimal(text).is_integer()) << text;
    ASSERT_FALSE(decimal(text).to_int64()) << text;
    EXPECT_EQ(decimal(text).to_int64().error().code(), ErrorCode::out_of_range) << text;
  }
}

TEST(Decimal, sums_and_products_keep_their_decimals) {
  EXPECT_EQ(decimal("1.50").plus(decimal("0.5"))->to_string(), "2.00");
  EXPECT_EQ(decimal("0.1").plus(decimal("0.2"))->to_string(), "0.3");
  EXPECT_EQ(decimal("1").plus(decimal("-1.25"))->to_string(), "-0.25");
  EXPECT_EQ(decimal("19.99").times(decimal("3"))->to_string(), "59.97");
  EXPECT_EQ(decimal("1.10").times(decimal("-0.19"))->to_string(), "-0.2090");
  EXPECT_EQ(*decimal("0").plus(decimal("1e308")), decimal("1e308"));
  EXPECT_EQ(*decimal("1e308").plus(decimal("0.00")), decimal("1e308"));
  EXPECT_EQ(*decimal("1e308").plus(decimal("-1e308")), Decimal());
}

TEST(Decimal, trailing_zeros_never_refuse_a_sum_or_product) {
  const Decimal padded = decimal("1." + zeros(39));
  const Decimal squared = *padded.times(padded);  // 80 digits as written, 1 that counts
  EXPECT_EQ(squared, Decimal(1));
  EXPECT_EQ(decimal("1e60").plus(padded)->to_string(), "1" + zeros(59) + "1");
  EXPECT_EQ(*decimal("1e-300").times(decimal("1e300")), Decimal(1));
  EXPECT_EQ(*decimal("10e-308").times(decimal("1e-40")),
            *decimal("1e-308").times(decimal("1e-39")));
}

TEST(Decimal, inexact_number_is_out_of_range) {
  const Decimal large = decimal(nines(40));
  const Decimal wide = *large.times(decimal(nines(37)));  // 77 digits
  const Result<Decimal> refused[] = {
      large.times(large),
      wide.plus(decimal("0.1")),
      decimal("1e308").plus(Decimal(1)),
      decimal("1e308").plus(decimal("-1e-308")),
      decimal(nines(40) + "e308").times(decimal(nines(38))),
      decimal("1e-308").times(decimal("1e-41")),
      decimal(nines(40) + "e308").times(decimal("1e38")),
      wide.times(Decimal(11)),
  };
  for (const Result<Decimal>& result : refused) {
    ASSERT_FALSE(result);
    EXPECT_EQ(result.error().code(), ErrorCode::out_of_range);
  }
}

TEST(Decimal, a_tie_is_rounded_away_from_zero) {
  struct Row {
    std::string_view text;
    int decimals;
    std::string_view rounded;
  };
  for (const Row& row : {Row{"2.345", 2, "2.35"},
                         Row{"2.355", 2, "2.36"},
                         Row{"-2.345", 2, "-2.35"},
                         Row{"2.3450001", 2, "2.35"},
                         Row{"2.3449999", 2, "2.34"},
                         Row{"0.5", 0, "1"},
                         Row{"1.5", 0, "2"},
                         Row{"-0.5", 0, "-1"},
                         Row{"-0.4", 0, "0"},
                         Row{"9.995", 2, "10.00"},
                         Row{"999.5", 0, "1000"},
                         Row{"0.05", 0, "0"},
                         Row{"0.6", 0, "1"},
                         Row{"0.50", 0, "1"},
                         Row{"0.5000000000000000000000000000001", 0, "1"},
                         Row{"1e-308", 2, "0"},
                         Row{"12", 2, "12"},
                         Row{"1.5", 2, "1.5"},
                         Row{"1e300", 0, ""},
                         Row{"0.004999999999999999999999999", 2, "0.00"},
                         Row{"1.00500", 2, "1.01"}}) {
    const Decimal number = decimal(row.text);
    EXPECT_EQ(number.rounded(row.decimals).to_string(),
              row.rounded.empty() ? number.to_string() : row.rounded)
        << row.text;
  }
}

}  // namespace
}  // namespace tradepost::base
