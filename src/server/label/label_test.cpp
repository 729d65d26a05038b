#include "label/label.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "base/ground/limits.hpp"
#include "document/json_reader.hpp"
#include "label/drawing.hpp"
#include "label/layout.hpp"
#include "label/zpl.hpp"

// Covers contract 10.4 and 10.5.
namespace tradepost::label {
namespace {

constexpr std::string_view sscc = "395210010002089318";

std::string item(std::string_view gtin, std::string_view quantity, std::string_view more = "") {
  return fmt::format(
      R"({{"identifiers":[{{"identifier":"{}"}}],"isDepositItem":false,"shippedQuantity":{}{}}})",
      gtin, quantity, more);
}

std::string unit(std::string_view number, std::string_view items) {
  return fmt::format(R"({{"unitIdentifier":"{}","items":[{}]}})", number, items);
}

std::string content(std::string_view units, std::string_view header = "") {
  return fmt::format(R"({{"header":{{"supplier":{{"name":"S"}},)"
                     R"("buyer":{{"name":"B","identifiers":[{{"identifier":"9521002000009"}}]}},)"
                     R"("shippingNoticeDate":"2026-03-05","orderIdentifier":"4711"{}}},)"
                     R"("transportUnits":[{}]}})",
                     header, units);
}

std::vector<Label> labels(const std::string& json, const Numbers& numbers = {}) {
  document::JsonReader reader;
  const auto view = reader.read(json);
  EXPECT_TRUE(view) << json;
  if (!view) return {};
  auto made = labels_of(*view, numbers);
  EXPECT_TRUE(made);
  return made ? *std::move(made) : std::vector<Label>{};
}

std::string optional_elements(const Label& label) {
  std::string text;
  for (const OptionalElements& addition : label.optional_elements)
    text += gs1::readable(addition.elements) + ' ';
  return text;
}

std::vector<std::string> codes(const Label& label) {
  std::vector<std::string> words;
  for (const Warning& warning : label.warnings) words.push_back(warning.code + ' ' + warning.path);
  return words;
}

constexpr std::string_view first_item = "content.transportUnits.0.items.0";

TEST(Labels, goods_of_one_sort_are_content_and_count) {
  struct Row {
    std::string items;
    std::string_view optional_elements;
  };
  const std::string beer = item("9521001010016", "40");
  for (const Row& row : {
           Row{beer, "(02)09521001010016(37)40 "},
           Row{beer + "," + item("9521001010016", "2"), "(02)09521001010016(37)42 "},
           // Another notation of the same number, and a number that counts as whole.
           Row{beer + "," + item("09521001010016", "2.0"), "(02)09521001010016(37)42 "},
           Row{item("40170725", "1"), "(02)00000040170725(37)1 "},
           Row{item("614141007349", "99999999"), "(02)00614141007349(37)99999999 "},
           Row{beer + R"(,{"identifiers":[{"identifier":"9521001090018"}],"isDepositItem":true,)"
                      R"("shippedQuantity":40})",
               "(02)09521001010016(37)40 "},
           Row{beer + "," + item("9521001090018", "0"), "(02)09521001010016(37)40 "},
       }) {
    const auto made = labels(content(unit(sscc, row.items)));
    ASSERT_EQ(made.size(), 1u);
    EXPECT_EQ(optional_elements(made[0]),
              std::string(row.optional_elements) + "(400)4711 (410)9521002000009 ");
    EXPECT_TRUE(made[0].warnings.empty()) << codes(made[0])[0];
  }
}

TEST(Labels, batch_and_day_are_in_the_bars_where_all_batches_agree) {
  struct Row {
    std::string_view batches;
    std::string_view optional_elements;
  };
  for (const Row& row : {
           Row{R"({"batchIdentifier":"L1","expirationDate":"2026-09-30"})", "(15)260930 (10)L1 "},
           Row{R"({"batchIdentifier":"L1","expirationDate":"2026-09-30"},)"
               R"({"batchIdentifier":"L2","expirationDate":"2026-09-30"})",
               "(15)260930 "},
           Row{R"({"batchIdentifier":"L1"},{"batchIdentifier":"L1"})", "(10)L1 "},
           Row{R"({"batchIdentifier":"L1"},{"expirationDate":"2026-09-30"})", ""},
           Row{R"({"expirationDate":"2076-12-31"})", "(15)761231 "},
       }) {
    const std::string more = fmt::format(R"(,"batches":[{}])", row.batches);
    const auto made = labels(content(unit(sscc, item("9521001010016", "40", more))));
    EXPECT_EQ(optional_elements(made.at(0)), "(02)09521001010016(37)40 " +
                                                 std::string(row.optional_elements) +
                                                 "(400)4711 (410)9521002000009 ");
  }
}

TEST(Labels, weights_have_the_decimals_that_six_digits_have_room_for) {
  struct Row {
    std::string_view grams;
    std::string_view addition;
  };
  for (const Row& row :
       {Row{"1", "(3303)000001 "}, Row{"792000.0", "(3303)792000 "}, Row{"999999", "(3303)999999 "},
        Row{"1000000", "(3302)100000 "}, Row{"1234567", "(3302)123457 "},
        Row{"9999999", "(3301)100000 "}, Row{"1234567890", ""}, Row{"0.4", ""}, Row{"0", ""}}) {
    const std::string more = fmt::format(R"(,"grossWeight":{})", row.grams);
    const auto made = labels(content(unit(sscc, item("9521001010016", "40", more))));
    EXPECT_EQ(optional_elements(made.at(0)), "(02)09521001010016(37)40 (400)4711 " +
                                                 std::string(row.addition) + "(410)9521002000009 ");
  }
}

TEST(Labels, value_that_breaks_a_format_is_text_with_a_warning) {
  struct Row {
    std::string item;
    std::string_view warning;
    std::string_view title;
    std::string_view text;
  };
  const std::string path(first_item);
  for (const Row& row : {
           Row{item("9521001010017", "40"), "label.gtin.text_only {}.identifiers.0.identifier",
               "CONTENT", "9521001010017"},
           Row{item("98765432109213", "40"), "label.gtin.text_only {}.identifiers.0.identifier",
               "CONTENT", "98765432109213"},
           Row{item("9521001010016", "18.25", R"(,"unitOfMeasure":"KGM")"),
               "label.quantity.text_only {}.shippedQuantity", "COUNT", "18.25 KGM"},
           Row{item("9521001010016", "18", R"(,"unitOfMeasure":"KGM")"),
               "label.quantity.text_only {}.shippedQuantity", "COUNT", "18 KGM"},
           Row{item("9521001010016", "100000000"), "label.quantity.text_only {}.shippedQuantity",
               "COUNT", "100000000"},
           Row{item("9521001010016", "1", R"(,"batches":[{"batchIdentifier":"Los 7"}])"),
               "label.batchIdentifier.text_only {}.batches.0.batchIdentifier", "BATCH/LOT",
               "Los 7"},
           Row{item("9521001010016", "1", R"(,"batches":[{"expirationDate":"2099-12-31"}])"),
               "label.expirationDate.text_only {}.batches.0.expirationDate", "BEST BEFORE",
               "2099-12-31"},
       }) {
    const auto made = labels(content(unit(sscc, row.item)));
    const std::string warning = fmt::format(fmt::runtime(row.warning), path);
    EXPECT_EQ(codes(made.at(0)), std::vector{warning});
    bool is_there = false;
    for (const DataField& field : made[0].data) {
      is_there = is_there || (field.title == row.title && field.text == row.text &&
                              field.importance == Importance::only_here);
    }
    EXPECT_TRUE(is_there) << row.title;
  }
}

TEST(Labels, goods_of_several_sorts_leave_the_sscc_alone) {
  const auto made =
      labels(content(unit(sscc, item("9521001010016", "40") + "," + item("9521001020015", "40"))));
  EXPECT_EQ(optional_elements(made.at(0)), "");
  ASSERT_TRUE(made[0].sscc);
  EXPECT_EQ(made[0].sscc->text(), sscc);
}

TEST(Labels, nested_units_each_get_theirs_and_the_outer_one_holds_all_of_it) {
  const std::string carton = unit("106141411234567897", item("9521001010016", "12"));
  const std::string other = unit("", item("9521001010016", "8"));
  const auto made = labels(content(fmt::format(
      R"({},{{"unitIdentifier":"{}","unitType":"EURO_PALLET","transportUnits":[{},{}]}})",
      unit("PAL-1", item("9521001010016", "1")), sscc, carton, other)));
  ASSERT_EQ(made.size(), 4u);
  EXPECT_EQ(made[0].place, "0");
  EXPECT_EQ(made[0].other_number, "PAL-1");
  EXPECT_EQ(optional_elements(made[0]), "");
  EXPECT_EQ(made[1].place, "1");
  EXPECT_EQ(made[1].unit, "2/2 EURO PALLET");
  EXPECT_EQ(optional_elements(made[1]), "(02)09521001010016(37)20 (400)4711 (410)9521002000009 ");
  EXPECT_EQ(made[2].place, "1.0");
  EXPECT_EQ(made[2].unit, "2.1/2");
  EXPECT_EQ(made[3].place, "1.1");
  EXPECT_EQ(codes(made[3]),
            std::vector<std::string>{"label.unitIdentifier.missing "
                                     "content.transportUnits.1.transportUnits.1.unitIdentifier"});
}

TEST(Labels, a_number_is_given_where_the_unit_has_none_and_nowhere_else) {
  const Numbers numbers = {{"0", gs1::Sscc::parse(sscc).value()},
                           {"1", gs1::Sscc::parse(sscc).value()},
                           {"2", gs1::Sscc::parse(sscc).value()}};
  const std::string beer = item("9521001010016", "1");
  const auto made = labels(
      content(unit("", beer) + "," + unit("106141411234567897", beer) + "," + unit("P-7", beer)),
      numbers);
  EXPECT_EQ(made.at(0).sscc->text(), sscc);
  EXPECT_EQ(made.at(1).sscc->text(), "106141411234567897");
  EXPECT_FALSE(made.at(2).sscc);
  EXPECT_EQ(made.at(2).other_number, "P-7");
}

TEST(Labels, the_place_of_delivery_is_its_number_else_its_postal_code) {
  struct Row {
    std::string_view ship_to;
    std::string_view addition;
    std::size_t warnings;
  };
  for (
      const Row& row : {
          Row{R"({"name":"Z","identifiers":[{"identifier":"4012345000009"}]})",
              "(410)4012345000009 ", 0},
          Row{R"({"name":"Z","identifiers":[{"identifier":"7","domain":"SENDER_INTERNAL"},)"
              R"({"identifier":"4012345000009","domain":"GS1"}]})",
              "(410)4012345000009 ", 0},
          Row{R"({"postalAddress":{"postalCode":"1012 AB"}})", "(420)1012AB ", 0},
          Row{R"({"identifiers":[{"identifier":"4012345000008"}],"postalAddress":{"postalCode":"22844"}})",
              "(420)22844 ", 0},
          Row{R"({"postalAddress":{"postalCode":"Ü-1"}})", "", 1},
          Row{R"({"name":"Z"})", "", 0},
      }) {
    const auto made = labels(content(unit(sscc, item("9521001010016", "1")),
                                     fmt::format(R"(,"shipTo":{})", row.ship_to)));
    EXPECT_EQ(optional_elements(made.at(0)),
              "(02)09521001010016(37)1 (400)4711 " + std::string(row.addition));
    EXPECT_EQ(made[0].warnings.size(), row.warnings);
  }
}

TEST(Labels, texts_are_one_line_without_controls) {
  const auto made =
      labels(content(unit(sscc, item("9521001010016", "1")),
                     R"(,"carrier":" a\n\tb\u0000\u0007\u202e c ","shipFrom":{"name":"N",)"
                     R"("postalAddress":{"name":"N","addressExtra":"Hof",)"
                     R"("street":"Weg 1","postalCode":"1","city":"O","countryCode":"DE"}})"));
  EXPECT_EQ(made.at(0).carrier, "a b c");
  EXPECT_EQ(made[0].from, (std::vector<std::string>{"N", "Hof", "Weg 1", "1 O, DE"}));
}

TEST(Labels, label_at_a_place_is_the_one_of_all) {
  const std::string json = content(unit(sscc, item("9521001010016", "1")));
  document::JsonReader reader;
  const auto view = reader.read(json);
  ASSERT_TRUE(view);
  ASSERT_TRUE(label_at(*view, "0"));
  EXPECT_EQ(label_at(*view, "0")->sscc->text(), sscc);
  for (const std::string_view place : {"", "1", "00", "0.0", "-1", "0.", "x"}) {
    EXPECT_FALSE(label_at(*view, place)) << place;
  }
}

TEST(Labels, more_units_than_one_file_may_hold_are_refused) {
  std::string units = "{}";
  for (std::size_t i = 0; i < base::limits::labels_max; ++i) units += ",{}";
  document::JsonReader reader;
  const std::string json = content(units);
  const auto view = reader.read(json);
  ASSERT_TRUE(view);
  const auto made = labels_of(*view);
  ASSERT_FALSE(made);
  EXPECT_EQ(made.error().code(), base::ErrorCode::too_large);
}

// An A6 label has one symbol above the SSCC's; an A5 label has room for two.
TEST(Layouts, a_large_label_bears_more) {
  const auto made = labels(content(unit(
      sscc,
      item("9521001010016", "40",
           R"(,"batches":[{"batchIdentifier":"L26-041-B3","expirationDate":"2026-09-30"}])"))));
  Typesetter typesetter;
  const auto readable = [&](Size size) {
    std::string text;
    for (const auto& bars : lay_out(made.at(0), {.size = size}, typesetter).bars) {
      text += gs1::readable(bars.elements) + ' ';
    }
    return text;
  };
  EXPECT_EQ(readable(Size::a6), "(02)09521001010016(37)40 (00)395210010002089318 ");
  EXPECT_EQ(readable(Size::a5),
            "(02)09521001010016(15)260930(37)40 (10)L26-041-B3(400)4711 "
            "(00)395210010002089318 ");
}

TEST(Layouts, a_number_too_long_for_bars_is_text) {
  const auto made = labels(content(unit(std::string(200, 'W'), item("9521001010016", "1")) + "," +
                                   unit("Palette Ü", item("9521001010016", "1"))));
  Typesetter typesetter;
  for (const Label& label : made) {
    const Layout layout = lay_out(label, {}, typesetter);
    EXPECT_TRUE(layout.bars.empty());
    ASSERT_FALSE(layout.warnings.empty());
    EXPECT_EQ(layout.warnings[0].code, "label.unitIdentifier.text_only");
  }
}

TEST(Typesetting, letters_are_no_closer_than_a_printer_sets_them) {
  Typesetter typesetter;
  for (const std::string text : {"AVATAR. WAV. To. P.", "1111", "ffi fl fi"}) {
    double width = 0;
    for (const char letter : text) {
      width += typesetter.extent(std::string(1, letter), Weight::bold).right;
    }
    EXPECT_NEAR(typesetter.extent(text, Weight::bold).right, width, 0.01) << text;
  }
}

TEST(Typesetting, characters_that_no_font_has_are_one_warning) {
  constexpr std::string_view unassigned = "\U0010FFFD";
  const auto made = labels(content(unit(sscc, item("9521001010016", "40")),
                                   fmt::format(R"(,"carrier":"{0}Ω{0}")", unassigned)));
  Typesetter typesetter;
  const Layout layout = lay_out(made.at(0), {}, typesetter);
  ASSERT_EQ(layout.warnings.size(), 1u);
  EXPECT_EQ(layout.warnings[0].code, "label.without_glyph");
  EXPECT_EQ(layout.warnings[0].path, "content.transportUnits.0");
  EXPECT_EQ(layout.warnings[0].message,
            "No installed font has these characters: U+10FFFD. Each is printed as a box.");
  const auto others =
      labels(content(unit(sscc, item("9521001010016", "40")), R"(,"carrier":"Ω 你")"));
  EXPECT_TRUE(lay_out(others.at(0), {}, typesetter).warnings.empty());
}

TEST(Sheets, four_small_labels_are_on_a_page_and_two_large_ones) {
  std::string units;
  for (int i = 0; i < 5; ++i) units += (i > 0 ? "," : "") + unit(sscc, item("9521001010016", "1"));
  Typesetter typesetter;
  for (const auto& [size, pages] : {std::pair(Size::a6, 2u), std::pair(Size::a5, 3u)}) {
    std::vector<Layout> layouts;
    for (const Label& label : labels(content(units))) {
      layouts.push_back(lay_out(label, {.size = size}, typesetter));
    }
    const auto bytes = pdf(layouts, Sheet::a4, typesetter);
    ASSERT_TRUE(bytes);
    EXPECT_NE(bytes->find(fmt::format("/Count {}\n", pages)), std::string::npos) << pages;
  }
}

TEST(Zpl, it_is_what_the_manual_says) {
  const auto made = labels(content(unit(sscc, item("9521001010016", "40")),
                                   R"(,"carrier":"^XZ~JA_5E","trackingNumber":"Ω"
  )"));
  Typesetter typesetter;
  const Layout layout = lay_out(made.at(0), {}, typesetter);
  const std::string text = zpl(std::vector{layout}, typesetter);
  EXPECT_TRUE(text.starts_with("^XA\n^CI28^PW840^LL1184^LH0,0\n")) << text;
  EXPECT_TRUE(text.ends_with("^XZ\n"));
  EXPECT_NE(text.find("^BY4^BCN,256,N,N,N,N^FD>;>800395210010002089318^FS"), std::string::npos);
  EXPECT_NE(text.find("^FH^FD_5EXZ_7EJA_5F5E^FS"), std::string::npos);
  // A text that the printer may lack a font for is a picture.
  EXPECT_NE(text.find("^GFA,"), std::string::npos);
  EXPECT_EQ(text.find("Ω"), std::string::npos);
}

}  // namespace
}  // namespace tradepost::label
