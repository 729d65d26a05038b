// Tests `tradepost label` as a person calls it.
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "gs1/element_string.hpp"
#include "labels/readers.hpp"
#include "labels/zpl_text.hpp"
#include "served/desk.hpp"
#include "tests/source_dir.hpp"

namespace tradepost::labels {
namespace {

std::string example(std::string_view name) {
  std::ifstream file(fmt::format("{}/examples/{}", source_dir(), name), std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

// Returns a document, whose texts have no line breaks, as one line.
std::string one_line(std::string json) {
  std::ranges::replace(json, '\n', ' ');
  return json + '\n';
}

bool has(const std::vector<Decoded>& symbols, std::string_view text) {
  return std::ranges::find(symbols, Decoded{std::string(text), true}) != symbols.end();
}

class LabelCommand : public testing::Test {
 protected:
  LabelCommand() {
    workplace_.write("notice.json", example("shipping_notice/lifelike.json"));
    workplace_.write("bare.json", example("shipping_notice/minimal.json"));
    workplace_.write("order.json", example("order/minimal.json"));
    workplace_.write("faulty.json", example("shipping_notice/faulty_many.json"));
  }

  // Runs a command that must succeed, and returns its standard output.
  std::string made(const std::string& words) {
    const auto ended = workplace_.tradepost("label " + words);
    EXPECT_EQ(ended.exit_code, 0) << words << '\n' << ended.err;
    return ended.out;
  }

  // Returns the symbols on each page.
  std::vector<std::vector<Decoded>> pages_of(const std::string& pdf) {
    folder_.write("made.pdf", pdf);
    return read_by_zbar(rasterised(folder_.path("made.pdf"), "203"));
  }

  served::Desk workplace_;
  Folder folder_;
};

TEST_F(LabelCommand, all_labels_of_a_notice_are_in_one_pdf) {
  const auto pages = pages_of(made("notice.json"));
  ASSERT_EQ(pages.size(), 8u);
  EXPECT_EQ(pages[0],
            (std::vector<Decoded>{{"00395210010002089318", true}, {"02095210010100163740", true}}));
  for (const auto& page : pages) {
    EXPECT_TRUE(std::ranges::any_of(page, [](const Decoded& symbol) {
      return symbol.is_gs1 && symbol.text.starts_with("00");
    }));
  }
}

TEST_F(LabelCommand, a_sheet_holds_four_of_them) {
  const auto pages = pages_of(made("notice.json --sheet a4"));
  ASSERT_EQ(pages.size(), 2u);
  for (const auto& page : pages) {
    EXPECT_EQ(std::ranges::count_if(
                  page, [](const Decoded& symbol) { return symbol.text.starts_with("00"); }),
              4);
  }
}

TEST_F(LabelCommand, zpl_and_picture_are_of_the_unit_that_is_asked_for) {
  const auto zpl = labels_in(made("notice.json --format zpl --dpi 300 --size A5 --unit 5.0"));
  ASSERT_EQ(zpl.size(), 1u);
  EXPECT_TRUE(zpl[0].faults.empty());
  EXPECT_EQ(zpl[0].width, 1748);
  ASSERT_FALSE(zpl[0].bars.empty());
  EXPECT_EQ(zpl[0].bars.back().text, "00395210010002089370");

  const std::string png = made("notice.json --format png --unit 5.0");
  EXPECT_TRUE(png.starts_with("\x89PNG"));
  folder_.write("label.png", png);
  const auto read = read_by_zbar({folder_.path("label.png")});
  EXPECT_TRUE(has(read[0], "00395210010002089370"));
}

TEST_F(LabelCommand, a_unit_without_a_number_is_given_one_or_refused) {
  const auto refused = workplace_.tradepost("label bare.json");
  EXPECT_EQ(refused.exit_code, 1);
  EXPECT_TRUE(refused.out.empty());
  EXPECT_NE(refused.err.find("Unit 0 has no number"), std::string::npos) << refused.err;
  const auto pages = pages_of(made("bare.json --sscc 0=395210010002089318"));
  ASSERT_EQ(pages.size(), 1u);
  EXPECT_TRUE(has(pages[0], "00395210010002089318"));
}

TEST_F(LabelCommand, numbers_that_it_cannot_use_are_refused) {
  const std::string bare = example("shipping_notice/minimal.json");
  workplace_.write("two.ndjson", one_line(bare) + one_line(bare));
  struct Row {
    std::string_view words;
    int exit_code;
    std::string_view says;
  };
  for (const Row& row : {
           Row{"bare.json --sscc 7=395210010002089318", 1, "names unit 7, which does not exist"},
           Row{"bare.json --sscc =395210010002089318", 1, "which does not exist"},
           Row{"notice.json --sscc 0=395210010002089325", 1,
               "Unit 0 has the number 395210010002089318"},
           Row{"bare.json --sscc 0=395210010002089318 --sscc 0=395210010002089325", 2,
               "Unit 0 is named twice"},
           Row{"bare.json --sscc 0=395210010002089318 --sscc 1=395210010002089318", 2,
               "Unit 0 has this number"},
           Row{"bare.json --unit 0 --sscc 1=395210010002089318", 2, "because of --unit"},
           Row{"two.ndjson --sscc 0=395210010002089318", 1, "a single document"},
           Row{"0192f0c1-7c1e-7a3b-8a51-2f6d1f0e9b11 --sscc 0=395210010002089318", 2,
               "can only be used with a file"},
       }) {
    const auto ended = workplace_.tradepost(fmt::format("label --format zpl {}", row.words));
    EXPECT_EQ(ended.exit_code, row.exit_code) << row.words << '\n' << ended.err;
    EXPECT_NE(ended.err.find(row.says), std::string::npos) << row.words << '\n' << ended.err;
    EXPECT_TRUE(ended.out.empty()) << row.words;
  }
}

TEST_F(LabelCommand, number_of_another_unit_is_refused) {
  std::string notice = example("shipping_notice/lifelike.json");
  const std::string own = R"("unitIdentifier": "395210010002089318")";
  const auto at = notice.find(own);
  ASSERT_NE(at, std::string::npos);
  notice.replace(at, own.size(), R"("unitIdentifier": null)");
  workplace_.write("first_without.json", notice);
  made("first_without.json --format zpl --sscc 0=395210010002089318");
  const auto refused =
      workplace_.tradepost("label first_without.json --format zpl --sscc 0=395210010002089370");
  EXPECT_EQ(refused.exit_code, 1);
  EXPECT_NE(refused.err.find("has the number 395210010002089370"), std::string::npos)
      << refused.err;
}

TEST_F(LabelCommand, characters_that_no_font_has_are_warned_of) {
  std::string notice = example("shipping_notice/minimal.json");
  const auto header = notice.find("\"header\": {");
  ASSERT_NE(header, std::string::npos);
  notice.insert(header + 11, "\"carrier\": \"A\U0010FFFDB\", ");
  workplace_.write("odd.json", notice);
  for (const std::string_view format : {"pdf", "png", "zpl"}) {
    const auto ended = workplace_.tradepost(
        fmt::format("label odd.json --format {} --sscc 0=395210010002089318", format));
    EXPECT_EQ(ended.exit_code, 0) << ended.err;
    EXPECT_FALSE(ended.out.empty());
    EXPECT_NE(ended.err.find("odd.json: content.transportUnits.0: No installed font has these "
                             "characters: U+10FFFD."),
              std::string::npos)
        << ended.err;
  }
}

TEST_F(LabelCommand, unsupported_request_is_refused_with_a_reason) {
  struct Row {
    std::string_view words;
    int exit_code;
    std::string_view says;
  };
  for (const Row& row : {
           Row{"order.json", 1, "Only shipping notices"},
           Row{"faulty.json", 1, "shipping_notice."},
           Row{"notice.json --unit 99", 1, "no unit 99"},
           Row{"notice.json --format png", 1, "Choose one with --unit"},
           Row{"notice.json --format zpl --sheet A4", 2, "--sheet"},
           Row{"notice.json --sscc 0=395210010002089319", 2, "check digit"},
           Row{"notice.json --sscc 0", 2, "18 digits"},
           Row{"notice.json --size A4", 2, "--size"},
           Row{"notice.json --dpi 600", 2, "--dpi"},
           Row{"notice.json --format bmp", 2, "--format"},
           Row{"missing.json", 3, "missing.json"},
           Row{"", 2, "file"},
       }) {
    const auto ended = workplace_.tradepost(fmt::format("label {}", row.words));
    EXPECT_EQ(ended.exit_code, row.exit_code) << row.words << '\n' << ended.err;
    EXPECT_NE((ended.err + ended.out).find(row.says), std::string::npos) << row.words << '\n'
                                                                         << ended.err << ended.out;
  }
}

TEST_F(LabelCommand, text_without_a_barcode_is_warned_of) {
  workplace_.write("full.json", example("shipping_notice/full.json"));
  const auto full = workplace_.tradepost("label full.json --format zpl");
  EXPECT_EQ(full.exit_code, 0);
  EXPECT_NE(full.err.find("full.json: content.transportUnits.1.transportUnits.1.items.0."
                          "shippedQuantity: A barcode can have"),
            std::string::npos)
      << full.err;
}

}  // namespace
}  // namespace tradepost::labels
