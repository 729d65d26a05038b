#include "gs1/check_digit.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <string>
#include <string_view>
#include <utility>

namespace tradepost::gs1 {
namespace {

// Numbers of real goods, examples of GS1, and numbers whose check digit a second program
// calculated.
constexpr std::string_view good_gtins[] = {
    "6291041500213",  "8712345678906",  "4006381333931",  "5901234123457",
    "9780201379624",                                                         // GTIN-13
    "40170725",       "96385074",       "73513537",                          // GTIN-8
    "036000291452",   "614141007349",   "012345678905",                      // GTIN-12
    "10614141007346", "00614141007349", "04006381333931", "98765432109213",  // GTIN-14
};

constexpr std::string_view good_glns[] = {"4012345000009", "5412345000013", "0614141000012",
                                          "4000001000005"};
constexpr std::string_view good_ssccs[] = {"340123450000000000", "106141411234567897",
                                           "000123456000000012"};

// Invalid values that occur in documents instead of a number.
constexpr std::string_view dirt[] = {
    "",
    " ",
    "0",
    "4",
    "n/a",
    "none",
    "EAN",
    "unknown",
    "4006381 333931",
    "4006381-333931",
    "400-6381-33393-1",
    " 4006381333931",
    "4006381333931 ",
    "4006381333931\n",
    "4.006381333931E+12",
    "1.23E+12",
    "4006381333931.0",
    "4,006,381,333,931",
    "+4006381333931",
    "-006381333931",
    "40063813339",
    "4017072",
    "17072",
    "400638133393",
    "GTIN4006381333931",
    "urn:gs1:4006381333931",
    "0x40170725",
    "００００００００",
    "4006381333931234",
    "00000000",
    "000000000000",
    "0000000000000",
    "00000000000000",
    "000000000000000000",
    "4006381333l31",
    "4OO6381333931",
    "(01)04006381333931",
    "]C1010400638133393",
};

std::string with_digit(std::string_view text, std::size_t at, char digit) {
  std::string changed(text);
  changed[at] = digit;
  return changed;
}

TEST(CheckDigit, it_follows_the_digits_before_it) {
  EXPECT_EQ(check_digit("629104150021"), '3');
  EXPECT_EQ(check_digit("34012345000000000"), '0');
  EXPECT_EQ(check_digit("0"), '0');
  EXPECT_EQ(check_digit("1"), '7');
}

TEST(CheckDigitDeathTest, asking_it_of_other_characters_is_our_own_bug) {
  EXPECT_DEATH((void)check_digit(""), "check failed");
  EXPECT_DEATH((void)check_digit("12a"), "check failed");
}

TEST(CheckDigit, good_numbers_are_ok) {
  for (const auto text : good_gtins) EXPECT_EQ(verify_gtin(text), CheckDigit::right) << text;
  for (const auto text : good_glns) EXPECT_EQ(verify_gln(text), CheckDigit::right) << text;
  for (const auto text : good_ssccs) EXPECT_EQ(verify_sscc(text), CheckDigit::right) << text;
}

TEST(CheckDigit, every_single_wrong_digit_is_found) {
  const auto try_all = [](auto verify, std::string_view text) {
    for (std::size_t at = 0; at < text.size(); ++at) {
      for (char digit = '0'; digit <= '9'; ++digit) {
        const std::string changed = with_digit(text, at, digit);
        EXPECT_EQ(verify(changed), changed == text ? CheckDigit::right : CheckDigit::wrong)
            << changed;
      }
    }
  };
  for (const auto text : good_gtins) try_all(verify_gtin, text);
  for (const auto text : good_glns) try_all(verify_gln, text);
  for (const auto text : good_ssccs) try_all(verify_sscc, text);
}

TEST(CheckDigit, swapped_neighbours_are_found_unless_they_differ_by_five) {
  for (const auto text : good_gtins) {
    for (std::size_t at = 0; at + 1 < text.size(); ++at) {
      std::string swapped(text);
      std::swap(swapped[at], swapped[at + 1]);
      const int difference = std::abs(text[at] - text[at + 1]);
      EXPECT_EQ(verify_gtin(swapped), difference % 5 == 0 ? CheckDigit::right : CheckDigit::wrong)
          << swapped;
    }
  }
}

TEST(CheckDigit, malformed_numbers_have_another_form) {
  for (const auto text : dirt) {
    if (text == "400638133393") continue;  // a lost last digit leaves twelve, see below
    EXPECT_EQ(verify_gtin(text), CheckDigit::not_applicable) << text;
    EXPECT_EQ(verify_gln(text), CheckDigit::not_applicable) << text;
    EXPECT_EQ(verify_sscc(text), CheckDigit::not_applicable) << text;
  }
}

TEST(CheckDigit, a_number_cut_to_another_length_of_gtin_is_judged_as_that_one) {
  EXPECT_EQ(verify_gtin("400638133393"), CheckDigit::wrong);
  EXPECT_EQ(verify_gln("400638133393"), CheckDigit::not_applicable);
  EXPECT_EQ(verify_gtin("36000291452"),
            CheckDigit::not_applicable);  // a GTIN-12 without its zero has eleven digits
}

TEST(CheckDigit, one_keys_length_is_no_others) {
  for (const auto text : good_ssccs) {
    EXPECT_EQ(verify_gtin(text), CheckDigit::not_applicable) << text;
  }
  for (const auto text : good_gtins) {
    EXPECT_EQ(verify_sscc(text), CheckDigit::not_applicable) << text;
    EXPECT_EQ(verify_gln(text), text.size() == 13 ? CheckDigit::right : CheckDigit::not_applicable)
        << text;
  }
}

}  // namespace
}  // namespace tradepost::gs1
