#include "gs1/element_string.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

namespace tradepost::gs1 {
namespace {

struct Pair {
  std::string_view identifier;
  std::string_view value;
};

// Examples of GS1 and of this project's documents. Their check digits were calculated by hand.
constexpr Pair good[] = {
    {"00", "395210010002089318"},
    {"00", "106141411234567897"},
    {"01", "09521001010016"},
    {"02", "09521001010016"},
    {"02", "10614141007346"},
    {"10", "L26-041-B3"},
    {"10", "A"},
    {"10", "12345678901234567890"},
    {"10", "!\"%&'()*+,-./:;<=>?_"},
    {"11", "260305"},
    {"12", "261231"},
    {"13", "260101"},
    {"15", "260930"},
    {"15", "260200"},  // the whole of February
    {"17", "240229"},
    {"17", "000229"},  // 2000 was a leap year
    {"20", "07"},
    {"21", "AbCd"},
    {"240", "X"},
    {"253", "4012345000009"},
    {"253", "4012345000009AB-17"},
    {"255", "4012345000009"},
    {"255", "4012345000009123"},
    {"30", "8"},
    {"3102", "001250"},
    {"3303", "792000"},
    {"3300", "000001"},
    {"37", "1"},
    {"37", "12345678"},
    {"37", "007"},
    {"400", "4500871234"},
    {"400", "A/26_0817+B"},
    {"401", "952100112345"},
    {"402", "06141411234567890"},
    {"403", "1+1234567890"},
    {"410", "4012345000009"},
    {"413", "5412345000013"},
    {"420", "22844"},
    {"420", "EC1A1BB"},
    {"421", "27622844"},
    {"421", "528A"},
    {"422", "276"},
    {"423", "276528"},
    {"427", "SH"},
};

constexpr Pair bad[] = {
    {"", "1"},
    {"0", "1"},
    {"03", "09521001010016"},  // an identifier without a meaning
    {"99", "ours"},
    {"AB", "1"},
    {"000", "95210010002089318"},
    {"330", "792000"},   // without the number of decimals
    {"3306", "792000"},  // more decimals than six digits have
    {"33033", "92000"},
    {"00", ""},
    {"00", "395210010002089319"},   // check digit
    {"00", "39521001000208931"},    // a digit too few
    {"00", "3952100100020893180"},  // and one too many
    {"00", "000000000000000000"},
    {"00", "39521001000208931A"},
    {"01", "9521001010016"},  // thirteen: without the leading zero
    {"01", "09521001010017"},
    {"02", "0952100101001 "},
    {"10", ""},
    {"10", "123456789012345678901"},
    {"10", "L26 041"},
    {"10", "Größe"},
    {"10", "A#1"},
    {"10",
     "A\x1d"
     "1"},
    {"10", "a^b"},
    {"10", "a~b"},
    {"11", "260230"},
    {"11", "261301"},
    {"11", "260001"},
    {"11", "26030"},
    {"11", "2026-3"},
    {"15", "250229"},
    {"15", "260232"},
    {"20", "7"},
    {"253", "4012345000008"},
    {"253", "4012345000009123456789012345678"},
    {"255", "4012345000009A"},
    {"3303", "79200"},
    {"3303", "7920.0"},
    {"37", ""},
    {"37", "123456789"},
    {"37", "18.25"},
    {"37", "-1"},
    {"400", "1234567890123456789012345678901"},
    {"400", "4500 871234"},
    {"402", "06141411234567891"},
    {"410", "4012345000008"},
    {"410", "0000000000000"},
    {"420", "1012 AB"},
    {"420", ""},
    {"421", "276"},
    {"421", "00022844"},
    {"421", "DE22844"},
    {"422", "000"},
    {"423", "2765"},
    {"423", "276000"},
};

Element made(std::string_view identifier, std::string_view value) {
  const auto one = element(identifier, value);
  EXPECT_TRUE(one) << identifier << ' ' << value;
  return one ? *one : Element{};
}

TEST(Element, good_ones_keep_their_digits) {
  for (const Pair& pair : good) {
    const auto one = element(pair.identifier, pair.value);
    ASSERT_TRUE(one) << pair.identifier << ' ' << pair.value << ' ' << one.error().text().str();
    EXPECT_EQ(one->identifier, pair.identifier);
    EXPECT_EQ(one->value, pair.value);
  }
}

TEST(Element, bad_ones_are_refused_with_a_sentence) {
  for (const Pair& pair : bad) {
    const auto one = element(pair.identifier, pair.value);
    ASSERT_FALSE(one) << pair.identifier << ' ' << pair.value;
    EXPECT_EQ(one.error().code(), base::ErrorCode::invalid);
    EXPECT_TRUE(one.error().text().str().ends_with(".")) << one.error().text().str();
  }
}

TEST(Element, refusals_name_the_identifier_and_what_it_takes) {
  struct Row {
    Pair pair;
    std::string_view text;
  };
  for (const Row& row : {
           Row{{"37", "18.25"}, "(37) COUNT must be 1 to 8 digits."},
           Row{{"00", "395210010002089319"}, "(00) SSCC must end with the check digit 8, not 9."},
           Row{{"15", "250229"}, "(15) BEST BEFORE must be a date in the form YYMMDD."},
           Row{{"3303", "1"}, "(330n) GROSS WEIGHT (kg) must be 6 digits."},
           Row{{"421", "276"},
               "(421) SHIP TO POST must be 3 digits, then 1 to 9 letters, digits or signs, without "
               "blanks and umlauts."},
       }) {
    EXPECT_EQ(element(row.pair.identifier, row.pair.value).error().text().str(), row.text);
  }
}

// A value of fixed length has the length of GS1's list of first digits, and no other.
TEST(ApplicationIdentifiers, lengths_agree_with_the_list_of_first_digits) {
  for (const Pair& pair : good) {
    if (!has_predefined_length(pair.identifier)) continue;
    const std::string twice = std::string(pair.identifier) + std::string(pair.value) + "37" + "4";
    const auto elements = parse_scanned(twice);
    ASSERT_TRUE(elements) << twice;
    ASSERT_EQ(elements->size(), 2u) << twice;
    EXPECT_EQ((*elements)[0].value, pair.value);
  }
}

TEST(ElementString, a_separator_follows_each_value_without_an_end_of_its_own_but_the_last) {
  const Element content = made("02", "09521001010016");
  const Element count = made("37", "40");
  const Element batch = made("10", "L26-041-B3");
  const Element best_before = made("15", "260930");
  EXPECT_EQ(scanned({}), "");
  EXPECT_EQ(scanned(std::vector{count}), "3740");
  EXPECT_EQ(scanned(std::vector{content, count}), "02095210010100163740");
  EXPECT_EQ(scanned(std::vector{count, content}),
            "3740\x1d"
            "0209521001010016");
  EXPECT_EQ(scanned(std::vector{content, best_before, count, batch}),
            "02095210010100161526093037"
            "40\x1d"
            "10L26-041-B3");
  EXPECT_EQ(readable(std::vector{content, best_before, count, batch}),
            "(02)09521001010016(15)260930(37)40(10)L26-041-B3");
}

TEST(ElementString, written_string_is_read_again) {
  for (const Pair& first : good) {
    for (const Pair& second : good) {
      const std::vector<Element> elements = {made(first.identifier, first.value),
                                             made(second.identifier, second.value)};
      const auto again = parse_scanned(scanned(elements));
      ASSERT_TRUE(again) << readable(elements);
      EXPECT_EQ(*again, elements);
    }
  }
}

TEST(ElementString, the_readers_mark_and_needless_separators_are_taken) {
  const std::vector<Element> expected = {made("00", "395210010002089318"), made("37", "40")};
  for (const std::string_view text : {"003952100100020893183740", "]C1003952100100020893183740",
                                      "00395210010002089318\x1d"
                                      "3740",
                                      "003952100100020893183740\x1d"}) {
    const auto elements = parse_scanned(text);
    ASSERT_TRUE(elements) << text;
    EXPECT_EQ(*elements, expected);
  }
}

TEST(ElementString, broken_ones_are_refused) {
  for (const std::string_view text : {
           "",
           "]C1",
           "]C0003952100100020893183740",
           "\x1d"
           "3740",
           "0039521001000208931",
           "00395210010002089318\x1d\x1d"
           "3740",  // an empty element
           "3740\x1d\x1d",
           "10L26\x1d"
           "99x",
           "99",
           "0",
           "330",
           "3303",
           "02095210010100",
           "10L26 041",
           "37402\x1d"
           "00",
           "95210010100163740",
       }) {
    EXPECT_FALSE(parse_scanned(text)) << text;
  }
  EXPECT_FALSE(parse_scanned(std::string(10'000, '1')));
}

}  // namespace
}  // namespace tradepost::gs1
