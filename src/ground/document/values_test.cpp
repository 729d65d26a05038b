// Tests contract 4.3 for values of known fields: the accepted values of each type, and the faults
// of others. (every_field_test.cpp does the same for every field of the model.)
#include <gtest/gtest.h>

#include <array>
#include <string>
#include <string_view>

#include <fmt/format.h>

#include "document/changes_test_table.hpp"

namespace tradepost::document {
namespace {

// A value of one field of an order and its fault, which is empty for a good value.
struct ValueRow {
  std::string value;
  std::string_view rule;
};

struct FieldPlace {
  Kind kind;
  std::string_view path;
  std::string_view code;
};

void expect_rules(const FieldPlace& field, std::span<const ValueRow> rows) {
  for (const auto& row : rows) {
    const auto body = changed(good_with_item(field.kind), Change{field.path, row.value});
    const auto expected = row.rule.empty()
                              ? Found{}
                              : Found{fmt::format("{}.{} at {}", field.code, row.rule, field.path)};
    EXPECT_EQ(faults_of(body), expected) << field.path << " = " << row.value.substr(0, 100);
  }
}

constexpr FieldPlace quantity{Kind::order, "content.items.0.quantity", "order.item.quantity"};
constexpr FieldPlace line_number{Kind::order, "content.items.0.lineNumber",
                                 "order.item.lineNumber"};
constexpr FieldPlace deposit{Kind::order, "content.items.0.isDepositItem",
                             "order.item.isDepositItem"};
constexpr FieldPlace size{Kind::order, "content.items.0.size", "order.item.size"};
constexpr FieldPlace color_code{Kind::order, "content.items.0.colorCode", "order.item.colorCode"};
constexpr FieldPlace comments{Kind::order, "content.header.comments", "order.header.comments"};
constexpr FieldPlace order_identifier{Kind::order, "content.header.orderIdentifier",
                                      "order.header.orderIdentifier"};
constexpr FieldPlace order_date{Kind::order, "content.header.orderDate", "order.header.orderDate"};
constexpr FieldPlace unit{Kind::order, "content.items.0.unitOfMeasure", "order.item.unitOfMeasure"};
constexpr FieldPlace currency{Kind::order, "content.header.currency", "order.header.currency"};
constexpr FieldPlace country{Kind::order, "content.header.buyer.postalAddress.countryCode",
                             "order.header.buyer.postalAddress.countryCode"};
constexpr FieldPlace tax{Kind::order, "content.items.0.tax", "order.item.tax"};
constexpr FieldPlace attachments{Kind::order, "content.items.0.attachments",
                                 "order.item.attachments"};
constexpr FieldPlace slaughter_date{Kind::shipping_notice,
                                    "content.transportUnits.0.items.0.slaughterDate",
                                    "shipping_notice.transportUnit.item.slaughterDate"};

// Covers contract 4.3.
TEST(Values, types_are_strict) {
  const auto text = std::string(R"("5")");
  expect_rules(quantity, std::to_array<ValueRow>({{"5", ""},
                                                  {text, "wrong_type"},
                                                  {R"("")", "wrong_type"},
                                                  {"true", "wrong_type"},
                                                  {"[]", "wrong_type"},
                                                  {"[5]", "wrong_type"},
                                                  {"{}", "wrong_type"}}));
  expect_rules(line_number, std::to_array<ValueRow>({{"5", ""},
                                                     {text, "wrong_type"},
                                                     {"false", "wrong_type"},
                                                     {"[5]", "wrong_type"},
                                                     {"{}", "wrong_type"}}));
  expect_rules(deposit, std::to_array<ValueRow>({{"true", ""},
                                                 {"false", ""},
                                                 {R"("true")", "wrong_type"},
                                                 {"0", "wrong_type"},
                                                 {"1", "wrong_type"},
                                                 {"[]", "wrong_type"},
                                                 {"{}", "wrong_type"}}));
  for (const auto& field : {size, order_identifier, order_date, unit, currency}) {
    expect_rules(field, std::to_array<ValueRow>({{"5", "wrong_type"},
                                                 {"-0.5", "wrong_type"},
                                                 {"true", "wrong_type"},
                                                 {R"(["5"])", "wrong_type"},
                                                 {R"({"a":"5"})", "wrong_type"}}));
  }
  expect_rules(tax, std::to_array<ValueRow>({{"{}", ""},
                                             {"[]", "wrong_type"},
                                             {"[{}]", "wrong_type"},
                                             {R"("{}")", "wrong_type"},
                                             {"0", "wrong_type"},
                                             {"true", "wrong_type"}}));
  expect_rules(attachments, std::to_array<ValueRow>({{"[]", ""},
                                                     {"[{}]", ""},
                                                     {"{}", "wrong_type"},
                                                     {R"("[]")", "wrong_type"},
                                                     {"0", "wrong_type"},
                                                     {"false", "wrong_type"}}));
}

TEST(Values, every_element_of_a_wrong_type_is_a_fault) {
  EXPECT_EQ(faults_of(changed(good(Kind::order), Change{"content.items.0.attachments",
                                                        R"([{},1,null,"a",[],{"url":1},true])"})),
            (Found{"order.item.attachment.wrong_type at content.items.0.attachments.1",
                   "order.item.attachment.wrong_type at content.items.0.attachments.3",
                   "order.item.attachment.wrong_type at content.items.0.attachments.4",
                   "order.item.attachment.url.wrong_type at content.items.0.attachments.5.url",
                   "order.item.attachment.wrong_type at content.items.0.attachments.6"}));
}

TEST(Values, null_counts_as_absent_for_a_required_field) {
  for (const std::string json : {"null", ""}) {
    const auto rows = std::to_array<ChangeRow>({
        {.changes = {{"type", json}}, .faults = {"document.type.missing at type"}},
        {.changes = {{"content", json}}, .faults = {"order.content.missing at content"}},
        {.changes = {{"content.header", json}},
         .faults = {"order.header.missing at content.header"}},
        {.changes = {{"content.items", json}}, .faults = {"order.items.missing at content.items"}},
        {.changes = {{"content.header.orderDate", json}},
         .faults = {"order.header.orderDate.missing at content.header.orderDate"}},
        {.changes = {{"content.header.buyer", json}},
         .faults = {"order.header.buyer.missing at content.header.buyer"}},
        {.changes = {{"content.header.buyer.identifiers", json}},
         .faults = {"order.header.buyer.identifiers.missing at content.header.buyer.identifiers"}},
        {.changes = {{"content.header.buyer.identifiers.0.identifier", json}},
         .faults = {"order.header.buyer.identifier.identifier.missing at "
                    "content.header.buyer.identifiers.0.identifier"}},
    });
    expect_findings(Kind::order, rows);
  }
}

TEST(Values, null_counts_as_absent_for_an_optional_field) {
  EXPECT_EQ(faults_of(example(Kind::order, "null_fields")), Found{});
  for (const auto& field :
       {quantity, line_number, deposit, size, unit, tax, attachments, currency, comments, country})
    expect_rules(field, std::to_array<ValueRow>({{"null", ""}}));
}

TEST(Values, null_counts_as_absent_in_a_list) {
  const auto rows = std::to_array<ChangeRow>({
      {.changes = {{"content.items", "[null,{},null]"}}, .faults = {}},
      {.changes = {{"content.items", "[null]"}},
       .faults = {"order.items.too_few at content.items"}},
      {.changes = {{"content.items", "[]"}}, .faults = {"order.items.too_few at content.items"}},
      {.changes = {{"content.header.buyer.identifiers", "[null]"}},
       .faults = {"order.header.buyer.identifiers.too_few at content.header.buyer.identifiers"}},
      {.changes = {{"content.header.paymentTerms", "[null]"}}, .faults = {}},
  });
  expect_findings(Kind::order, rows);
}

TEST(Values, unknown_fields_are_no_fault_and_are_kept) {
  constexpr std::string_view unknown = R"({"a":[1.50,"\u00e4",{"quantity":"x"}],"b":null})";
  for (const auto& kind : kinds()) {
    const auto item = fmt::format("{}.extra", item_place(kind.kind).path);
    for (const std::string_view place :
         {std::string_view("extra"), std::string_view("content.extra"),
          std::string_view("content.header.extra"), std::string_view(item)}) {
      const auto body = changed(good_with_item(kind.kind), Change{place, std::string(unknown)});
      EXPECT_EQ(faults_of(body), Found{}) << kind.name << " " << place;
      EXPECT_EQ(warnings_of(body), Found{}) << kind.name << " " << place;
      if (place.starts_with("content")) {
        const auto reading = Reader().read(body);
        EXPECT_TRUE(reading->document.content.contains(unknown)) << kind.name << " " << place;
      }
    }
  }
}

TEST(Values, required_text_needs_a_character_that_is_no_white_space) {
  std::vector<ValueRow> rows = {
      {R"("")", "blank"},    {R"(" ")", "blank"},
      {R"("   ")", "blank"}, {R"("\t\n\r ")", "blank"},
      {R"("\f")", "blank"},  {R"("\u000b")", "blank"},
      {R"("a")", ""},        {R"(" a ")", ""},
      {R"("\u0000")", ""},   {R"("\u200b")", ""},
      {R"("\u180e")", ""},   {R"("\u0085")", ""},
      {R"("\u2060")", ""},   {R"("\u2800")", ""},
      {R"("0")", ""},        {R"("\u00ad")", ""},
      {R"("\u001f")", ""},
  };
  // All white space of \s of ECMAScript beyond ASCII, escaped and unescaped.
  for (const std::string_view white :
       {"\u00a0", "\u1680", "\u2000", "\u2001", "\u2002", "\u2003", "\u2004", "\u2005", "\u2006",
        "\u2007", "\u2008", "\u2009", "\u200a", "\u2028", "\u2029", "\u202f", "\u205f", "\u3000",
        "\ufeff"}) {
    rows.push_back({in_quotes(white), "blank"});
    rows.push_back({in_quotes(" " + std::string(white) + "\\t"), "blank"});
    rows.push_back({in_quotes(std::string(white) + "x"), ""});
  }
  for (const std::string_view escape :
       {"\\u0020", "\\u0009", "\\u00a0", "\\u1680", "\\u2000", "\\u200A", "\\u2028", "\\u2029",
        "\\u202F", "\\u205f", "\\u3000", "\\ufeff", "\\uFEFF"})
    rows.push_back({in_quotes(escape), "blank"});
  expect_rules(order_identifier, rows);
}

TEST(Values, optional_text_may_be_blank) {
  expect_rules(comments, std::to_array<ValueRow>({{R"("")", ""}, {R"("  ")", ""}}));
  expect_rules(size, std::to_array<ValueRow>({{R"("")", ""}, {R"("\u3000")", ""}}));
}

TEST(Values, texts_are_bounded_in_code_points) {
  // Different forms of one code point.
  constexpr auto spellings = std::to_array<std::string_view>(
      {"x", "\u00e4", "\u20ac", "\U0001f600", "\\/", "\\u00e4", "\\ud83d\\ude00", "\\\""});
  struct Bound {
    FieldPlace field;
    std::size_t length_max;
  };
  for (const auto& [field, length_max] : {Bound{color_code, 255}, Bound{order_identifier, 255},
                                          Bound{size, 65'535}, Bound{comments, 100'000}}) {
    for (const auto spelling : spellings) {
      expect_rules(field, std::to_array<ValueRow>(
                              {{in_quotes(repeated(spelling, length_max)), ""},
                               {in_quotes(repeated(spelling, length_max + 1)), "too_long"}}));
    }
    // This text has more bytes than the bound, but not more code points.
    const auto half = length_max / 2;
    expect_rules(field, std::to_array<ValueRow>(
                            {{in_quotes(repeated("\u20ac", half) + repeated("a", half)), ""}}));
  }
}

TEST(Values, too_long_and_blank_are_two_faults) {
  EXPECT_EQ(faults_of(changed(good(Kind::order), Change{"content.header.orderIdentifier",
                                                        in_quotes(repeated(" ", 256))})),
            (Found{"order.header.orderIdentifier.too_long at content.header.orderIdentifier",
                   "order.header.orderIdentifier.blank at content.header.orderIdentifier"}));
}

TEST(Values, integer_has_no_fraction_and_fits_64_bits) {
  const auto rows = std::to_array<ValueRow>({
      {"0", ""},
      {"-0", ""},
      {"1.0", ""},
      {"1e2", ""},
      {"1.5e1", ""},
      {"100e-2", ""},
      {"-7.00", ""},
      {"0e-5", ""},
      {"0.000", ""},
      {"9223372036854775807", ""},
      {"-9223372036854775808", ""},
      {"9223372036854775807.0", ""},
      {"92233720368547758.07e2", ""},
      {"9.223372036854775807e18", ""},
      {"999999999999999999", ""},
      {"9223372036854775808", "out_of_range"},
      {"-9223372036854775809", "out_of_range"},
      {"18446744073709551615", "out_of_range"},
      {"18446744073709551616", "out_of_range"},
      {"9.3e18", "out_of_range"},
      {"1e19", "out_of_range"},
      {"1e308", "out_of_range"},
      {"-1e308", "out_of_range"},
      {"1e309", "out_of_range"},
      {repeated("9", 40), "out_of_range"},
      {repeated("9", 41), "too_many_digits"},
      {"1.5", "not_whole"},
      {"1e-1", "not_whole"},
      {"0.1", "not_whole"},
      {"-0.5", "not_whole"},
      {"15e-2", "not_whole"},
      {"9223372036854775807.5", "not_whole"},
      {"1.0000000000000000000000000000000000001", "not_whole"},
      {"1e-308", "not_whole"},
  });
  expect_rules(line_number, rows);
}

TEST(Values, choice_is_one_of_its_values_as_they_are_written) {
  expect_rules(unit, std::to_array<ValueRow>({{R"("EA")", ""},
                                              {R"("\u0045A")", ""},
                                              {R"("TU")", ""},
                                              {R"("ea")", "unknown_value"},
                                              {R"("EA ")", "unknown_value"},
                                              {R"("")", "unknown_value"},
                                              {R"("EAA")", "unknown_value"},
                                              {R"("STK")", "unknown_value"}}));
}

TEST(Values, currency_is_three_capitals_and_country_two) {
  expect_rules(currency, std::to_array<ValueRow>({{R"("EUR")", ""},
                                                  {R"("\u0045UR")", ""},
                                                  {R"("XYZ")", ""},
                                                  {R"("eur")", "malformed"},
                                                  {R"("EU")", "malformed"},
                                                  {R"("EURO")", "malformed"},
                                                  {R"("E R")", "malformed"},
                                                  {R"("ÄÖÜ")", "malformed"},
                                                  {R"("€")", "malformed"},
                                                  {R"("978")", "malformed"},
                                                  {R"("")", "malformed"}}));
  expect_rules(country, std::to_array<ValueRow>({{R"("DE")", ""},
                                                 {R"("de")", "malformed"},
                                                 {R"("D")", "malformed"},
                                                 {R"("DEU")", "malformed"},
                                                 {R"("Deutschland")", "malformed"},
                                                 {R"("")", "malformed"}}));
}

TEST(Values, datetime_is_a_date_or_a_date_with_a_time) {
  const auto rows = std::to_array<ValueRow>({
      {R"("2026-03-02")", ""},
      {R"("2024-02-29")", ""},
      {R"("2000-02-29")", ""},
      {R"("0000-01-01")", ""},
      {R"("9999-12-31")", ""},
      {R"("2026-03-02T08:30")", ""},
      {R"("2026-03-02 08:30")", ""},
      {R"("2026-03-02T08:30:15")", ""},
      {R"("2026-03-02T00:00:00Z")", ""},
      {R"("2026-03-02T23:59:59.9")", ""},
      {R"("2026-03-02T08:30:15.123456789Z")", ""},
      {R"("2026-03-02 08:30:15.5+01:00")", ""},
      {R"("2026-03-02T08:30-11:30")", ""},
      {R"("2026-03-02T08:30Z")", ""},
      {R"("2026\u002d03-02")", ""},
      {R"("2023-02-30")", "not_a_datetime"},
      {R"("2023-02-29")", "not_a_datetime"},
      {R"("1900-02-29")", "not_a_datetime"},
      {R"("2026-04-31")", "not_a_datetime"},
      {R"("2026-00-10")", "not_a_datetime"},
      {R"("2026-13-01")", "not_a_datetime"},
      {R"("2026-01-00")", "not_a_datetime"},
      {R"("2026-01-32")", "not_a_datetime"},
      {R"("2026-03-02T24:00")", "not_a_datetime"},
      {R"("2026-03-02T24:00:00Z")", "not_a_datetime"},
      {R"("2026-03-02T08:60")", "not_a_datetime"},
      {R"("2026-03-02T08:30:60")", "not_a_datetime"},
      {R"("2026-03-02T08:30:15.")", "not_a_datetime"},
      {R"("2026-03-02T08:30:15.1234567890")", "not_a_datetime"},
      {R"("2026-03-02T08:30:15,5")", "not_a_datetime"},
      {R"("2026-03-02T08:30.5")", "not_a_datetime"},
      {R"("2026-03-02T08")", "not_a_datetime"},
      {R"("2026-03-02T8:30")", "not_a_datetime"},
      {R"("2026-03-02T")", "not_a_datetime"},
      {R"("2026-03-02 ")", "not_a_datetime"},
      {R"(" 2026-03-02")", "not_a_datetime"},
      {R"("2026-03-02  08:30")", "not_a_datetime"},
      {R"("2026-03-02t08:30")", "not_a_datetime"},
      {R"("2026-03-02T08:30z")", "not_a_datetime"},
      {R"("2026-03-02T08:30+01")", "not_a_datetime"},
      {R"("2026-03-02T08:30+0100")", "not_a_datetime"},
      {R"("2026-03-02T08:30+24:00")", "not_a_datetime"},
      {R"("2026-03-02T08:30+01:60")", "not_a_datetime"},
      {R"("2026-03-02+01:00")", "not_a_datetime"},
      {R"("2026-03-02Z")", "not_a_datetime"},
      {R"("02.03.2026")", "not_a_datetime"},
      {R"("03/02/2026")", "not_a_datetime"},
      {R"("20260302")", "not_a_datetime"},
      {R"("2026-3-2")", "not_a_datetime"},
      {R"("26-03-02")", "not_a_datetime"},
      {R"("2026-W10-1")", "not_a_datetime"},
      {R"("")", "not_a_datetime"},
      {R"("today")", "not_a_datetime"},
      {"20260302", "wrong_type"},
      {"1772409600", "wrong_type"},
  });
  expect_rules(order_date, rows);
}

TEST(Values, date_has_no_time) {
  const auto rows = std::to_array<ValueRow>({
      {R"("2026-03-02")", ""},
      {R"("2024-02-29")", ""},
      {R"("2023-02-30")", "not_a_date"},
      {R"("2026-03-02T08:30")", "not_a_date"},
      {R"("2026-03-02T00:00:00Z")", "not_a_date"},
      {R"("2026-03-02 ")", "not_a_date"},
      {R"("")", "not_a_date"},
      {"20260302", "wrong_type"},
  });
  expect_rules(slaughter_date, rows);
}

}  // namespace
}  // namespace tradepost::document
