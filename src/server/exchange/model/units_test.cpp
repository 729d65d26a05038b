#include "exchange/model/units.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <string_view>

#include <fmt/format.h>

#include "base/ground/limits.hpp"
#include "document/read.hpp"

namespace tradepost::exchange::units_test {
namespace {

constexpr std::string_view items =
    R"("items": [{"lineNumber": 1, "identifiers": [{"identifier": "a"}],)"
    R"( "isDepositItem": false, "orderedQuantity": 1, "shippedQuantity": 1}])";

std::string notice(std::string_view units) {
  return fmt::format(R"({{ "type": "SHIPPING_NOTICE", "content": {{
    "header": {{"shippingNoticeIdentifier": "L1", "shippingNoticeDate": "2026-03-05",
      "orderIdentifier": "B1", "supplier": {{"identifiers": [{{"identifier": "a"}}]}},
      "buyer": {{"identifiers": [{{"identifier": "b"}}]}}}},
    "transportUnits": [{}] }} }})",
                     units);
}

struct Read {
  std::string content;
  std::vector<Unit> units;
};

Read read(const std::string& body) {
  document::Reader reader;
  const auto reading = reader.read(body);
  EXPECT_TRUE(reading);
  if (!reading) return {};
  for (const auto& fault : reading->faults.named()) ADD_FAILURE() << fault.path << fault.message;
  const std::string content(reading->document.content);
  return {.content = content, .units = units_of(*reading->document.kind, *reader.kept(), content)};
}

std::vector<std::string> places_of(const Read& read) {
  std::vector<std::string> places;
  for (const PlacedUnit& one : placed(read.units)) places.push_back(one.place);
  return places;
}

TEST(Units, outer_ones_stand_before_those_in_them) {
  const auto got = read(notice(fmt::format(
      R"({{ {0}, "transportUnits": [ {{ {0} }}, null, {{ {0} }} ] }}, null, {{ {0} }})", items)));
  EXPECT_EQ(places_of(got), (std::vector<std::string>{"0", "0.0", "0.2", "2"}));
}

TEST(Units, place_leads_to_its_unit_and_nothing_else_does) {
  const auto got = read(notice(
      fmt::format(R"({{ {0}, "transportUnits": [ {{ {0} }}, {{ {0} }} ] }}, {{ {0} }})", items)));
  for (const PlacedUnit& one : placed(got.units)) {
    const Unit* const found = unit_at(got.units, one.place);
    ASSERT_NE(found, nullptr) << one.place;
    EXPECT_EQ(*found, one.unit) << one.place;
  }
  for (const auto* const place : {"", "2", "0.2", "1.0", "0.", ".0", "0.0.0", "00", "0.01", "-1",
                                  " 0", "0 ", "0x0", "4294967296", "99999999999999999999"}) {
    EXPECT_EQ(unit_at(got.units, place), nullptr) << place;
  }
}

TEST(Units, path_is_that_of_the_document) {
  EXPECT_EQ(path_of("3"), "content.transportUnits.3");
  EXPECT_EQ(path_of("0.12"), "content.transportUnits.0.transportUnits.12");
}

// Covers any white space and labels of null that precede or follow.
TEST(Units, something_can_be_inserted_after_the_opening_brace) {
  const auto unit = [](std::string_view before, std::string_view behind) {
    return fmt::format("{{{}{}{}}}", before, items, behind);
  };
  constexpr std::string_view null_label = R"("transportLabel" : null)";
  for (const std::string& first :
       {unit("", ""), unit(" \n ", " "), unit(fmt::format(" {} , ", null_label), ""),
        unit("", fmt::format(" , {} ", null_label)),
        unit(R"("unitType": "CARTON", )", fmt::format(R"(, {}, "transportUnits": [{}])", null_label,
                                                      unit("", fmt::format(",{}", null_label))))}) {
    const auto got = read(notice(first + " , " + unit("", "")));
    std::string spliced = got.content;
    for (auto one = got.units.rbegin(); one != got.units.rend(); ++one) {
      ASSERT_EQ(got.content[one->inside - 1], '{');
      spliced.insert(one->inside, R"("transportLabel":null,)");
    }
    const auto again = read(fmt::format(R"({{"type":"SHIPPING_NOTICE","content":{}}})", spliced));
    EXPECT_EQ(again.content, got.content);
    EXPECT_EQ(again.units, got.units);
    ASSERT_FALSE(got.units.empty());
    const bool rises = std::ranges::is_sorted(got.units, {}, &Unit::inside);
    EXPECT_TRUE(rises);
  }
}

TEST(Units, minified_content_has_the_same_places) {
  const auto got =
      read(notice(fmt::format(R"({{ {0} }}, {{ {0}, "transportUnits": [{{{0}}}] }})", items)));
  const auto again = read(fmt::format(R"({{"type":"SHIPPING_NOTICE","content":{}}})", got.content));
  EXPECT_EQ(again.content, got.content);
  EXPECT_EQ(again.units, got.units);
}

TEST(Units, number_is_the_units_own_where_that_is_an_sscc) {
  struct Row {
    std::string identifier;
    UnitNumbering numbering;
    std::string sscc;
  };
  const auto rows = std::to_array<Row>({
      {R"("395210010002089318")", UnitNumbering::own, "395210010002089318"},
      {R"(" 395210010002089318 ")", UnitNumbering::own, "395210010002089318"},
      {R"("\u0033952100100020893\u00318")", UnitNumbering::own, "395210010002089318"},
      {R"("000000000000000017")", UnitNumbering::own, "000000000000000017"},
      {R"("395210010002089317")", UnitNumbering::other, ""},
      {R"("000000000000000000")", UnitNumbering::other, ""},
      {R"("NVE 7")", UnitNumbering::other, ""},
      {R"("")", UnitNumbering::none, ""},
      {R"("  ")", UnitNumbering::none, ""},
      {"null", UnitNumbering::none, ""},
  });
  for (const Row& row : rows) {
    const auto got =
        read(notice(fmt::format(R"({{"unitIdentifier": {}, {}}})", row.identifier, items)));
    ASSERT_EQ(got.units.size(), 1U);
    EXPECT_EQ(got.units[0].numbering, row.numbering) << row.identifier;
    EXPECT_EQ(sscc_of(got.units[0]).value_or(""), row.sscc) << row.identifier;
  }
}

TEST(Units, digest_depends_on_the_content_and_not_on_its_spacing) {
  const auto got = read(notice(fmt::format(
      R"({{{0}}}, {{ {0} }}, {{"unitType":"CARTON", {0}}}, {{{0}, "unitType":"CARTON"}})", items)));
  ASSERT_EQ(got.units.size(), 4U);
  EXPECT_EQ(got.units[0].digest, got.units[1].digest);
  EXPECT_NE(got.units[1].digest, got.units[2].digest);
  EXPECT_NE(got.units[2].digest, got.units[3].digest);
}

// In this kind, inner units are an unknown field, which may contain anything.
TEST(Units, dispatch_instruction_response_has_outer_ones_alone) {
  const auto got = read(R"({"type":"DISPATCH_INSTRUCTION_RESPONSE","content":{"header":{)"
                        R"("supplier":{"identifiers":[{"identifier":"a"}]},)"
                        R"("shippingNoticeIdentifier":"L1"},)"
                        R"("transportUnits":[{"items":[{}],"transportUnits":[{},7]},)"
                        R"({"items":[{}]}]}})");
  EXPECT_EQ(places_of(got), (std::vector<std::string>{"0", "1"}));
}

TEST(Units, other_kinds_have_none) {
  const auto got = read(
      R"({"type":"RECEIVAL_NOTICE","content":{"header":{"receivalAdviceNumber":"W1",)"
      R"("customer":{"identifiers":[{"identifier":"b"}]},)"
      R"("receivalDate":"2026-03-06",)"
      R"("supplier":{"identifiers":[{"identifier":"a"}]}},"transportUnits":[{"items":[{}]}]}})");
  EXPECT_TRUE(got.units.empty());
}

TEST(Units, of_very_many_one_more_than_have_numbers_is_returned) {
  std::string units;
  for (std::size_t i = 0; i < 2 * base::limits::units_numbered_max; ++i) {
    units += i == 0 ? R"({"items":[{}]})" : R"(,{"items":[{}]})";
  }
  const auto got = read(R"({"type":"DISPATCH_INSTRUCTION_RESPONSE","content":{"header":{)"
                        R"("supplier":{"identifiers":[{"identifier":"a"}]},)"
                        R"("shippingNoticeIdentifier":"L1"},"transportUnits":[)" +
                        units + "]}}");
  EXPECT_EQ(got.units.size(), base::limits::units_numbered_max + 1);
}

}  // namespace
}  // namespace tradepost::exchange::units_test
