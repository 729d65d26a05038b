// Measures a label from the text of its notice to the drawing. For comparison, measures libzint and
// cairo alone with the same bars and an empty page.
#include <benchmark/benchmark.h>
#include <cairo-pdf.h>
#include <zint.h>

#include <fstream>
#include <iterator>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/ground/check.hpp"
#include "document/read.hpp"
#include "label/drawing.hpp"
#include "label/label.hpp"
#include "label/zpl.hpp"
#include "tests/source_dir.hpp"

namespace {

using tradepost::document::Reader;
namespace label = tradepost::label;

std::string notice() {
  std::ifstream stream(tradepost::source_dir() + "/examples/shipping_notice/lifelike.json",
                       std::ios::binary);
  std::string text(std::istreambuf_iterator<char>(stream), {});
  CHECK(!text.empty());
  return text;
}

// The same notice with parties in scripts that need two more fonts.
std::string notice_of_several_scripts() {
  std::string text = notice();
  const std::string_view names[] = {"東京中央倉庫株式会社 第三物流センター",
                                    "Ελληνική Αποθήκη Α.Ε.", "ООО «Восточный склад № 7»"};
  std::size_t count = 0;
  constexpr std::string_view field = "\"name\": \"";
  for (auto at = text.find(field); at != std::string::npos; at = text.find(field, at + 1)) {
    const auto begin = at + field.size();
    text.replace(begin, text.find('"', begin) - begin, names[count++ % std::size(names)]);
  }
  CHECK(count > 1);
  return text;
}

struct Fixture {
  std::string body;
  Reader reader;
  label::Typesetter typesetter;

  explicit Fixture(std::string of = notice()) : body(std::move(of)) {
    CHECK(reader.read(body).has_value());
  }

  std::vector<label::Layout> layouts(label::Format format, std::string_view unit) {
    std::vector<label::Layout> all;
    if (unit.empty()) {
      const auto labels = label::labels_of(reader.content());
      for (const auto& one : *labels) {
        all.push_back(label::lay_out(one, format, typesetter));
      }
    } else {
      all.push_back(label::lay_out(*label::label_at(reader.content(), unit), format, typesetter));
    }
    return all;
  }
};

label::Format format_of(const benchmark::State& state) {
  return {.size = state.range(0) == 5 ? label::Size::a5 : label::Size::a6};
}

void one_pdf(benchmark::State& state) {
  Fixture fixture;
  for (auto _ : state) {
    const auto layouts = fixture.layouts(format_of(state), "0");
    benchmark::DoNotOptimize(label::pdf(layouts, label::Sheet::none, fixture.typesetter));
  }
}
BENCHMARK(one_pdf)->Arg(6)->Arg(5)->Unit(benchmark::kMicrosecond);

void one_pdf_of_several_scripts(benchmark::State& state) {
  Fixture fixture(notice_of_several_scripts());
  for (auto _ : state) {
    const auto layouts = fixture.layouts(format_of(state), "0");
    benchmark::DoNotOptimize(label::pdf(layouts, label::Sheet::none, fixture.typesetter));
  }
}
BENCHMARK(one_pdf_of_several_scripts)->Arg(6)->Arg(5)->Unit(benchmark::kMicrosecond);

void one_zpl(benchmark::State& state) {
  Fixture fixture;
  for (auto _ : state) {
    const auto layouts = fixture.layouts(format_of(state), "0");
    benchmark::DoNotOptimize(label::zpl(layouts, fixture.typesetter));
  }
}
BENCHMARK(one_zpl)->Arg(6)->Arg(5)->Unit(benchmark::kMicrosecond);

// Draws eight labels into one file, and counts the time for each label.
void pdf_of_a_notice(benchmark::State& state) {
  Fixture fixture;
  std::size_t labels = 0;
  for (auto _ : state) {
    const auto layouts = fixture.layouts(format_of(state), "");
    labels += layouts.size();
    benchmark::DoNotOptimize(label::pdf(layouts, label::Sheet::none, fixture.typesetter));
  }
  state.counters["labels"] =
      benchmark::Counter(static_cast<double>(labels), benchmark::Counter::kIsRate);
}
BENCHMARK(pdf_of_a_notice)->Arg(6)->Arg(5)->Unit(benchmark::kMicrosecond);

void layout_alone(benchmark::State& state) {
  Fixture fixture;
  for (auto _ : state) benchmark::DoNotOptimize(fixture.layouts(format_of(state), "0"));
}
BENCHMARK(layout_alone)->Arg(6)->Arg(5)->Unit(benchmark::kMicrosecond);

void bare_zint(benchmark::State& state) {
  for (auto _ : state) {
    for (const std::string_view data : {"[00]395210010002089318", "[02]09521001010016[37]40"}) {
      zint_symbol* symbol = ZBarcode_Create();
      symbol->symbology = BARCODE_GS1_128;
      benchmark::DoNotOptimize(ZBarcode_Encode(symbol,
                                               reinterpret_cast<const unsigned char*>(data.data()),
                                               static_cast<int>(data.size())));
      ZBarcode_Delete(symbol);
    }
  }
}
BENCHMARK(bare_zint)->Unit(benchmark::kMicrosecond);

cairo_status_t swallow(void*, const unsigned char*, unsigned int) {
  return CAIRO_STATUS_SUCCESS;
}

void bare_cairo_page_with_two_words(benchmark::State& state) {
  for (auto _ : state) {
    cairo_surface_t* surface = cairo_pdf_surface_create_for_stream(swallow, nullptr, 298, 420);
    cairo_t* cairo = cairo_create(surface);
    for (const auto weight : {CAIRO_FONT_WEIGHT_NORMAL, CAIRO_FONT_WEIGHT_BOLD}) {
      cairo_select_font_face(cairo, "Liberation Sans Narrow", CAIRO_FONT_SLANT_NORMAL, weight);
      cairo_move_to(cairo, 20, 20);
      cairo_show_text(cairo, "abcdefghijklmnopqrstuvwxyz0123456789");
    }
    cairo_destroy(cairo);
    cairo_surface_destroy(surface);
  }
}
BENCHMARK(bare_cairo_page_with_two_words)->Unit(benchmark::kMicrosecond);

}  // namespace

BENCHMARK_MAIN();
