#include "gs1/identifiers.hpp"

#include <gtest/gtest.h>

#include <string_view>
#include <unordered_set>

namespace tradepost::gs1::identifiers_test {
namespace {

TEST(Gtin, the_text_is_kept_with_the_form_of_14_digits) {
  struct Row {
    std::string_view text;
    std::string_view digits14;
  };
  for (const Row& row :
       {Row{"40170725", "00000040170725"}, Row{"036000291452", "00036000291452"},
        Row{"4006381333931", "04006381333931"}, Row{"10614141007346", "10614141007346"}}) {
    const base::Result<Gtin> gtin = Gtin::parse(row.text);
    ASSERT_TRUE(gtin) << row.text;
    EXPECT_EQ(gtin->text(), row.text);
    EXPECT_EQ(gtin->digits14(), row.digits14);
  }
}

TEST(Gtin, writings_of_one_item_are_equal_and_levels_of_packaging_are_not) {
  const Gtin twelve = Gtin::parse("614141007349").value();
  const Gtin thirteen = Gtin::parse("0614141007349").value();
  const Gtin fourteen = Gtin::parse("00614141007349").value();
  const Gtin carton = Gtin::parse("10614141007346").value();
  EXPECT_EQ(twelve, thirteen);
  EXPECT_EQ(twelve, fourteen);
  EXPECT_NE(twelve.text(), fourteen.text());
  EXPECT_NE(twelve, carton);
  EXPECT_LT(twelve, carton);
  EXPECT_TRUE(std::unordered_set<Gtin>{twelve}.contains(fourteen));
}

TEST(Identifiers, refusals_say_what_is_wrong) {
  EXPECT_EQ(Gtin::parse("4006381333932").error().text().str(),
            "The check digit of this GTIN must be 1, not 2. One of its digits is mistyped.");
  EXPECT_EQ(Sscc::parse("40063").error().text().str(),
            "This is not a valid SSCC. It must have 18 digits, not all of them zero, without "
            "blanks, hyphens or letters.");
  EXPECT_EQ(Sscc::parse("340123450000000001").error().code(), base::ErrorCode::invalid);
  EXPECT_EQ(Gtin::parse("").error().code(), base::ErrorCode::invalid);
  for (const std::string_view text :
       {"4006381 333931", "4.006381333931E+12", "0000000000000", "00000000"}) {
    EXPECT_FALSE(Gtin::parse(text)) << text;
    EXPECT_FALSE(Sscc::parse(text)) << text;
  }
}

constexpr std::string_view good_ssccs[] = {"340123450000000000", "106141411234567897"};

TEST(Identifiers, good_ones_keep_their_text) {
  for (const auto text : good_ssccs) EXPECT_EQ(Sscc::parse(text).value().text(), text);
  EXPECT_LT(Sscc::parse(good_ssccs[1]).value(), Sscc::parse(good_ssccs[0]).value());
  EXPECT_TRUE(std::unordered_set<Sscc>{Sscc::parse(good_ssccs[0]).value()}.contains(
      Sscc::parse(good_ssccs[0]).value()));
}

}  // namespace
}  // namespace tradepost::gs1::identifiers_test
