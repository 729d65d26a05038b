// Labels of random notices, read by other programs: their bars have the data of the notice, and no
// part crosses an edge or overlaps another.
#include <cairo.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "document/read.hpp"
#include "gs1/element_string.hpp"
#include "label/drawing.hpp"
#include "label/label.hpp"
#include "label/layout.hpp"
#include "label/zpl.hpp"
#include "labels/random_notice.hpp"
#include "labels/readers.hpp"
#include "labels/unit_elements.hpp"
#include "labels/zpl_text.hpp"
#include "tests/support/run.hpp"

namespace tradepost::labels::random_notices_test {
namespace {

using label::Box;
using label::Format;
using label::Layout;
using label::Resolution;
using label::Size;

constexpr auto formats = std::to_array<Format>({
    {Size::a6, Resolution::dpi203},
    {Size::a6, Resolution::dpi300},
    {Size::a5, Resolution::dpi203},
    {Size::a5, Resolution::dpi300},
});

struct Made {
  Notice notice;
  std::vector<Layout> layouts;
};

std::vector<Made> made_at_random(document::Dice& dice, int count, label::Typesetter& typesetter) {
  std::vector<Made> all;
  for (int i = 0; i < count; ++i) {
    Made made{.notice = random_notice(dice), .layouts = {}};
    const Format format = formats[static_cast<std::size_t>(i) % formats.size()];
    document::Reader reader;
    const auto reading = reader.read(made.notice.body);
    EXPECT_TRUE(reading && reading->valid()) << made.notice.body;
    if (!reading || !reading->valid()) continue;
    const auto labels = label::labels_of(reader.content());
    EXPECT_TRUE(labels);
    EXPECT_EQ(labels->size(), made.notice.units.size());
    for (const label::Label& one : *labels) {
      made.layouts.push_back(label::lay_out(one, format, typesetter));
    }
    all.push_back(std::move(made));
  }
  return all;
}

bool overlap(const Box& a, const Box& b) {
  return a.x < b.right() && b.x < a.right() && a.y < b.bottom() && b.y < a.bottom();
}

std::string text_of(const Box& box) {
  return fmt::format("{},{} {}x{}", box.x, box.y, box.width, box.height);
}

Box with_quiet_zones(const label::BarBox& bars) {
  const Box& box = bars.box;
  return {box.x - 10 * bars.module, box.y, box.width + 20 * bars.module, box.height};
}

std::vector<Box> boxes_of(const Layout& layout) {
  std::vector<Box> boxes = layout.rules;
  for (const auto& text : layout.texts) boxes.push_back(text.box);
  for (const auto& bars : layout.bars) boxes.push_back(with_quiet_zones(bars));
  return boxes;
}

void expect_boxes_apart(const Layout& layout) {
  const std::vector<Box> boxes = boxes_of(layout);
  for (std::size_t i = 0; i < boxes.size(); ++i) {
    const Box& box = boxes[i];
    EXPECT_GE(box.x, 0) << text_of(box);
    EXPECT_GE(box.y, 0) << text_of(box);
    EXPECT_LE(box.right(), layout.width) << text_of(box);
    EXPECT_LE(box.bottom(), layout.height) << text_of(box);
    for (std::size_t j = i + 1; j < boxes.size(); ++j) {
      EXPECT_FALSE(overlap(box, boxes[j])) << text_of(box) << " and " << text_of(boxes[j]);
    }
  }
}

// A text that is drawn alone leaves no dot outside its box.
void expect_ink_in_box(const Layout& layout, label::Typesetter& typesetter) {
  constexpr int around = 32;
  for (const auto& text : layout.texts) {
    const int width = text.box.width + 2 * around;
    const int height = text.box.height + 2 * around;
    cairo_surface_t* surface = cairo_image_surface_create(CAIRO_FORMAT_A8, width, height);
    cairo_t* cairo = cairo_create(surface);
    typesetter.draw(cairo, text.text, text.weight, text.x - text.box.x + around,
                    text.base_line - text.box.y + around, text.size);
    cairo_destroy(cairo);
    cairo_surface_flush(surface);
    const unsigned char* data = cairo_image_surface_get_data(surface);
    const int stride = cairo_image_surface_get_stride(surface);
    bool is_inside = true;
    bool has_ink = false;
    for (int y = 0; y < height; ++y) {
      for (int x = 0; x < width; ++x) {
        if (data[y * stride + x] < 0x80) continue;
        has_ink = true;
        // This allows for the rounding of a dot.
        is_inside = is_inside && x >= around - 1 && x <= text.box.width + around &&
                    y >= around - 1 && y <= text.box.height + around;
      }
    }
    cairo_surface_destroy(surface);
    EXPECT_TRUE(is_inside) << text.text << " in " << text_of(text.box);
    EXPECT_TRUE(has_ink) << text.text;
  }
}

void expect_high_bars_and_quiet_zones(const Layout& layout) {
  const double dots = label::dots_per_mm(layout.format.resolution);
  for (const auto& bars : layout.bars) {
    EXPECT_GE(bars.box.height, 32 * dots);
    EXPECT_EQ(bars.box.width, static_cast<int>(bars.modules.size()) * bars.module);
    if (bars.symbology == label::Symbology::code_128) continue;
    EXPECT_GE(bars.module, 0.495 * dots);
    EXPECT_LE(bars.module, 0.94 * dots);
    EXPECT_LE(with_quiet_zones(bars).width, 165.1 * dots);
  }
  for (std::size_t i = 1; i < layout.bars.size(); ++i) {
    EXPECT_GT(layout.bars[i].box.y, layout.bars[i - 1].box.bottom());
  }
}

// All ink of a page of the PDF lies in boxes, and none in quiet zones.
void expect_page(const Layout& layout, const Pixels& page, double pixels_per_dot) {
  const auto at = [&](int dot) { return static_cast<int>(std::lround(dot * pixels_per_dot)); };
  std::vector<std::uint8_t> may_be_black(page.grey.size());
  const auto mark = [&](const Box& box, int slack, bool may) {
    const int left = std::max(0, at(box.x) - slack);
    const int right = std::min(page.width, at(box.right()) + slack);
    for (int y = std::max(0, at(box.y) - slack);
         y < std::min(page.height, at(box.bottom()) + slack); ++y) {
      std::fill_n(may_be_black.data() + y * page.width + left, right - left, may ? 1 : 0);
    }
  };
  for (const auto& text : layout.texts) mark(text.box, 2, true);
  for (const Box& rule : layout.rules) mark(rule, 2, true);
  for (const auto& bars : layout.bars) {
    mark(with_quiet_zones(bars), 0, false);
    mark(bars.box, 1, true);
  }
  int stray = 0;
  const std::uint8_t* grey = page.grey.data();
  const std::uint8_t* may = may_be_black.data();
  for (std::size_t i = 0; i < page.grey.size(); ++i) {
    if (grey[i] < 0x80 && may[i] == 0) ++stray;
  }
  EXPECT_EQ(stray, 0);
  for (const auto& bars : layout.bars) {
    // The first bar, two modules wide, is black from top to bottom.
    const int x = at(bars.box.x + bars.module);
    int height = 0;
    for (int y = 0; y < page.height; ++y) {
      const bool is_in = y >= at(bars.box.y) - 2 && y <= at(bars.box.bottom()) + 2;
      height += is_in && page.is_black(x, y);
    }
    const double dots = label::dots_per_mm(layout.format.resolution);
    EXPECT_GE(height + 2, 32 * dots * pixels_per_dot);  // the pixels at both ends are grey
  }
}

// Returns the symbols that a reader must find on a page, by its layout.
std::vector<Decoded> symbols_of(const Layout& layout) {
  std::vector<Decoded> symbols;
  for (const auto& bars : layout.bars) {
    symbols.push_back({bars.text, bars.symbology == label::Symbology::gs1_128});
  }
  std::ranges::sort(symbols);
  return symbols;
}

// Compares the symbols that were read with the data from which the notice was made.
void expect_elements(const ExpectedUnit& unit, Format format, const std::vector<Decoded>& read) {
  if (unit.sscc.empty()) {
    ASSERT_EQ(read.size(), 1u);
    EXPECT_EQ(read[0], (Decoded{unit.other_number, false}));
    return;
  }
  std::vector<gs1::Element> elements;
  for (const Decoded& symbol : read) {
    EXPECT_TRUE(symbol.is_gs1);
    const auto more = gs1::parse_scanned(symbol.text);
    ASSERT_TRUE(more) << symbol.text;
    elements.insert(elements.end(), more->begin(), more->end());
  }
  EXPECT_EQ(fault_of_unit(elements), "") << gs1::readable(elements);
  std::map<std::string, std::string> found;
  for (const auto& element : elements) {
    EXPECT_TRUE(found.emplace(element.identifier, element.value).second) << element.identifier;
  }

  std::map<std::string, std::string> expected = {{"00", unit.sscc}};
  if (format.size == Size::a6 && !unit.is_mixed) {
    const auto& more = unit.content.empty() ? unit.destination : unit.content;
    expected.insert(more.begin(), more.end());
  }
  if (format.size == Size::a5) {
    const auto all = unit.all();
    for (const auto& [identifier, value] : found) {
      const auto one = all.find(identifier);
      EXPECT_TRUE(one != all.end() && one->second == value) << identifier << ' ' << value;
    }
    // There is always room for these; for the others there may be.
    if (!unit.is_mixed && !unit.content.empty()) {
      expected.insert(unit.content.begin(), unit.content.end());
      expected.insert(unit.about.begin(), unit.about.end());
    }
    for (const auto& [identifier, value] : expected) {
      EXPECT_EQ(found[identifier], value) << identifier;
    }
    EXPECT_LE(read.size(), 3u);
    return;
  }
  EXPECT_EQ(found, expected);
}

// Covers contract 10.4.
TEST(RandomNotices, labels_are_read_by_two_readers_and_hold_what_the_notice_says) {
  document::Dice dice(run::seed());
  label::Typesetter typesetter;
  const int count = run::is_long() ? 500 : 30;
  for (int done = 0; done < count; done += 10) {
    const auto all = made_at_random(dice, 10, typesetter);
    const Folder folder;
    std::array<std::vector<std::string>, 2> pictures;
    std::vector<std::pair<const Made*, std::size_t>> pages;
    for (std::size_t i = 0; i < all.size(); ++i) {
      const auto pdf = label::pdf(all[i].layouts, label::Sheet::none, typesetter);
      ASSERT_TRUE(pdf);
      folder.write(fmt::format("{}.pdf", i), *pdf);
      for (std::size_t at = 0; at < all[i].layouts.size(); ++at) pages.emplace_back(&all[i], at);
      for (const std::size_t which : {0u, 1u}) {
        const auto found =
            rasterised(folder.path(fmt::format("{}.pdf", i)), which == 0 ? "203" : "300");
        ASSERT_EQ(found.size(), all[i].layouts.size());
        pictures[which].insert(pictures[which].end(), found.begin(), found.end());
      }
    }
    for (const std::size_t which : {0u, 1u}) {
      const auto by_zbar = read_by_zbar(pictures[which]);
      const auto by_zxing = read_by_zxing(pictures[which]);
      for (std::size_t page = 0; page < pages.size(); ++page) {
        const auto& [made, at] = pages[page];
        SCOPED_TRACE(fmt::format("unit {}, {}, {}", made->notice.units[at].place,
                                 which == 0 ? "203 dpi" : "300 dpi", made->notice.body));
        const Layout& layout = made->layouts[at];
        EXPECT_EQ(by_zbar[page], symbols_of(layout));
        EXPECT_EQ(by_zxing[page], symbols_of(layout));
        expect_elements(made->notice.units[at], layout.format, by_zxing[page]);
        const Pixels pixels = pixels_of(pictures[which][page]);
        expect_page(layout, pixels, static_cast<double>(pixels.width) / layout.width);
      }
    }
  }
}

TEST(RandomNotices, nothing_lies_over_an_edge_or_over_something_else) {
  document::Dice dice(run::seed());
  label::Typesetter typesetter;
  const int count = run::is_long() ? 500 : 30;
  for (const Made& made : made_at_random(dice, count, typesetter)) {
    for (const Layout& layout : made.layouts) {
      SCOPED_TRACE(made.notice.body);
      expect_boxes_apart(layout);
      expect_ink_in_box(layout, typesetter);
      expect_high_bars_and_quiet_zones(layout);
    }
  }
}

void expect_same(const Layout& layout, const ZplLabel& printed) {
  EXPECT_TRUE(printed.faults.empty()) << printed.faults[0];
  EXPECT_TRUE(printed.is_utf8);
  EXPECT_EQ(printed.width, layout.width);
  EXPECT_EQ(printed.height, layout.height);

  ASSERT_EQ(printed.bars.size(), layout.bars.size());
  for (std::size_t i = 0; i < layout.bars.size(); ++i) {
    const ZplBars& bars = printed.bars[i];
    EXPECT_EQ(bars.text, layout.bars[i].text);
    EXPECT_EQ(bars.is_gs1, layout.bars[i].symbology == label::Symbology::gs1_128);
    EXPECT_EQ(bars.x, layout.bars[i].box.x);
    EXPECT_EQ(bars.y, layout.bars[i].box.y);
    EXPECT_EQ(bars.height, layout.bars[i].box.height);
    EXPECT_EQ(bars.module, layout.bars[i].module);
    EXPECT_LE(bars.modules, static_cast<int>(layout.bars[i].modules.size()));
    EXPECT_GE(bars.x - 10 * bars.module, 0);
    EXPECT_LE(bars.x + (bars.modules + 10) * bars.module, printed.width);
  }
  EXPECT_EQ(printed.rules.size(), layout.rules.size());

  // Each text exists, as letters or as a picture.
  ASSERT_EQ(printed.texts.size() + printed.pictures.size(), layout.texts.size());
  auto expected = layout.texts.begin();
  for (const ZplText& text : printed.texts) {
    while (expected != layout.texts.end() && expected->text != text.text) ++expected;
    ASSERT_NE(expected, layout.texts.end()) << text.text;
    EXPECT_EQ(text.base_line, expected->base_line);
    EXPECT_GE(text.x, expected->box.x);
    // The printer's letters may be a little wider.
    const double width_max = 1.04 * expected->box.width;
    EXPECT_LE(text.x + text.width, expected->box.x + width_max) << text.text;
    EXPECT_LE(text.x + text.width, printed.width) << text.text;
    EXPECT_LE(text.base_line + text.height * 0.23, printed.height);
    EXPECT_GE(text.base_line - text.height * 0.95, 0);
    ++expected;
  }
  for (const ZplPicture& picture : printed.pictures) {
    EXPECT_GT(picture.black, 0);
    EXPECT_GE(picture.x, 0);
    EXPECT_GE(picture.y, 0);
    EXPECT_LE(picture.x + picture.width, printed.width + 7);
    EXPECT_LE(picture.y + picture.height, printed.height);
  }
}

TEST(RandomNotices, zpl_read_as_printers_read_it_is_the_same_label) {
  document::Dice dice(run::seed());
  label::Typesetter typesetter;
  const int count = run::is_long() ? 500 : 100;
  for (const Made& made : made_at_random(dice, count, typesetter)) {
    const std::string zpl = label::zpl(made.layouts, typesetter);
    const auto printed = labels_in(zpl);
    ASSERT_EQ(printed.size(), made.layouts.size());
    for (std::size_t i = 0; i < printed.size(); ++i) {
      SCOPED_TRACE(made.notice.body);
      expect_same(made.layouts[i], printed[i]);
    }
  }
}

TEST(RandomNotices, the_same_notice_gives_the_same_bytes) {
  document::Dice dice(run::seed());
  label::Typesetter first;
  label::Typesetter second;
  for (const Made& made : made_at_random(dice, 4, first)) {
    const auto pdf = label::pdf(made.layouts, label::Sheet::none, first);
    ASSERT_TRUE(pdf);
    EXPECT_TRUE(*pdf == *label::pdf(made.layouts, label::Sheet::none, second));
    EXPECT_EQ(pdf->find("CreationDate"), std::string::npos);
  }
}

}  // namespace
}  // namespace tradepost::labels::random_notices_test
