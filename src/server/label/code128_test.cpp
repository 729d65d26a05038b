#include "label/code128.hpp"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "document/random_test_json.hpp"
#include "gs1/element_string.hpp"
#include "tests/support/run.hpp"

namespace tradepost::label {
namespace {

TEST(PrinterCode, it_changes_code_sets_where_that_is_shortest) {
  struct Row {
    Symbology symbology;
    std::string_view text;
    std::string_view field_data;
    int symbols;  // from start to check character
  };
  constexpr auto gs1 = Symbology::gs1_128;
  constexpr auto plain = Symbology::code_128;
  for (const Row& row : {
           Row{gs1, "00395210010002089318", ">;>800395210010002089318", 13},
           Row{gs1, "02095210010100163740", ">;>802095210010100163740", 13},
           Row{gs1, "0209521001010016377", ">;>8020952100101001637>67", 14},
           Row{gs1, "10L26-041-B3", ">;>810>6L26-041-B3", 15},
           Row{gs1,
               "10L26\x1d"
               "3740",
               ">;>810>6L>526>83740", 11},
           Row{gs1,
               "3740\x1d"
               "420228",
               ">;>83740>8420228", 9},
           Row{gs1, "420EC1A1BB", ">;>842>60EC1A1BB", 13},
           Row{plain, "PAL-1", ">:PAL-1", 7},
           Row{plain, "12", ">;12", 3},
           Row{plain, "7", ">:7", 3},
           Row{plain, "395210010002089319", ">;395210010002089319", 11},
           Row{plain, "a^b~c>d_e", ">:a><b>=c>0d_e", 11},
           Row{plain, "A123456", ">:A>5123456", 7},
       }) {
    const auto code = printer_code({row.symbology, std::string(row.text)});
    ASSERT_TRUE(code) << row.text;
    EXPECT_EQ(code->field_data, row.field_data);
    EXPECT_EQ(code->modules, 11 * row.symbols + 13) << row.text;
  }
}

TEST(PrinterCode, character_outside_code_128_is_refused_by_both) {
  for (const std::string_view text : {"", "ü", "a\tb", "a\x7f",
                                      "\x1d"
                                      "37"}) {
    EXPECT_FALSE(printer_code({Symbology::code_128, std::string(text)})) << text;
    EXPECT_FALSE(bar_modules({Symbology::code_128, std::string(text)})) << text;
  }
  EXPECT_FALSE(printer_code({Symbology::code_128, std::string(101, '1')}));
  EXPECT_FALSE(bar_modules({Symbology::code_128, std::string(101, '1')}));
  EXPECT_FALSE(bar_modules({Symbology::gs1_128, "no elements"}));
}

// The layout reserves the width of libzint's bars.
TEST(PrinterCode, it_is_never_wider_than_libzints_bars) {
  document::Dice dice(run::seed());
  constexpr std::string_view characters = "0123456789012345678901234567890123456789AbZ-/";
  for (int i = 0; i < 2'000; ++i) {
    std::string text;
    for (std::size_t length = 1 + dice.below(20); text.size() < length;) {
      text += characters[dice.below(characters.size())];
    }
    const bool is_gs1 = dice.one_in(2);
    const SymbolData data{is_gs1 ? Symbology::gs1_128 : Symbology::code_128,
                          is_gs1 ? "10" + text : text};
    const auto code = printer_code(data);
    const auto modules = bar_modules(data);
    ASSERT_TRUE(code && modules) << text;
    EXPECT_LE(code->modules, static_cast<int>(modules->size())) << text;
    EXPECT_EQ(modules->front(), '1');
    EXPECT_EQ(modules->back(), '1');
  }
}

}  // namespace
}  // namespace tradepost::label
