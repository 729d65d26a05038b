#include "ubl/mapping.hpp"

#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "ubl/values.hpp"

namespace tradepost::ubl::mapping_test {
namespace {

struct Case {
  std::string_view lines;
  std::size_t line = 0;
  std::string_view reason;
};

TEST(UblMapping, a_wrong_line_is_a_fault_with_its_number) {
  const std::vector<Case> cases = {
      {"ID 1", 1, "The line `document KIND ROOT` is missing."},
      {"document PARCEL Order", 1, "The kind or the root element is unknown."},
      {"document ORDER Parcel", 1, "The kind or the root element is unknown."},
      {"document ORDER Order\nParcel 1", 2, "Order has no Parcel."},
      {"document ORDER Order\nin header\n  ID {parcel}", 3, "The object has no field parcel."},
      {"document ORDER Order\nin header\n    ID {orderIdentifier}", 3,
       "The line is too far to the right."},
      {"document ORDER Order\nID 1\n  Name 2", 2, "ID has a text."},
      {"document ORDER Order\nID {#parcel}", 2, "The computed value #parcel is unknown."},
      {"document ORDER Order\nin header\n  ID {orderIdentifier|parcels}", 3,
       "The list of codes parcels is unknown."},
      {"document ORDER Order\nuse parcel", 2, "The block parcel is unknown."},
      {"document ORDER Order\nrest Contract ID Parcel", 2, "Order has no such Contract."},
      {"document ORDER Order\ncodes units EA", 2, "Write the codes as OURS=THEIRS,THEIRS."},
      {"document ORDER Order\nin header.orderDate\n  ID 1", 2, "orderDate has no fields."}};
  for (const Case& one : cases) {
    const auto mapping = parse_mapping(one.lines, Extent::whole);
    ASSERT_FALSE(mapping) << one.lines;
    EXPECT_EQ(mapping.error().line, one.line) << one.lines;
    EXPECT_EQ(mapping.error().reason, one.reason) << one.lines;
  }
}

TEST(UblMapping, lines_are_in_the_order_of_the_schema) {
  const auto mapping = parse_mapping(
      "document ORDER Order\nin header\n  Note {comments}\n  ID {orderIdentifier}\n@peppol "
      "ProfileID 1",
      Extent::whole);
  ASSERT_TRUE(mapping);
  ASSERT_EQ(mapping->lines.size(), 2U);
  EXPECT_EQ(mapping->lines[0].name, "ID");
  EXPECT_EQ(mapping->lines[1].name, "Note");
}

TEST(UblValues, a_time_is_parted_into_a_date_and_a_time_of_xml_schema) {
  struct Row {
    std::string_view text;
    std::string_view date;
    std::string_view time;
  };
  const std::vector<Row> rows = {
      {"2026-03-06", "2026-03-06", ""},
      {"2026-03-06T06:00", "2026-03-06", "06:00:00"},
      {"2026-03-06 06:00:07Z", "2026-03-06", "06:00:07Z"},
      {"2026-03-06T06:00:00.25-05:30", "2026-03-06", "06:00:00.25-05:30"}};
  for (const Row& row : rows) {
    const auto moment = moment_of(row.text);
    ASSERT_TRUE(moment) << row.text;
    EXPECT_EQ(moment->date, row.date);
    EXPECT_EQ(moment->time, row.time);
  }
  for (const std::string_view wrong : {"", "6 March", "2026-03-06T", "2026-03-06T24:00",
                                       "2026-03-06T06:00+15:00", "2026-03-06T06:00:00."}) {
    EXPECT_FALSE(moment_of(wrong)) << wrong;
  }
  EXPECT_EQ(text_of("2026-03-06+01:00", "06:00:00"), "2026-03-06T06:00:00+01:00");
  EXPECT_EQ(text_of("2026-03-06Z", ""), "2026-03-06");
}

TEST(UblValues, a_number_has_no_exponent_and_is_never_rounded) {
  EXPECT_EQ(number_text("1.5e3"), "1500");
  EXPECT_EQ(number_text("0.10"), "0.10");
  EXPECT_EQ(number_text("1e308"), "");
  EXPECT_EQ(sum_of("10", "0.1", Sign::minus), "9.9");
  EXPECT_EQ(sum_of("10", "ten"), "");
}

}  // namespace
}  // namespace tradepost::ubl::mapping_test
