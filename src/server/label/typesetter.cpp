#include "label/typesetter.hpp"

#include <pango/pangocairo.h>

#include <algorithm>
#include <array>
#include <map>
#include <utility>
#include <vector>

#include "base/ground/check.hpp"

namespace tradepost::label {
namespace {

// Texts are set at this size and scaled when drawn, so that the print has the measured size on
// every device.
constexpr double set_size = 100;
constexpr std::size_t texts_kept_max = 512;
constexpr const char* families = "Liberation Sans Narrow, DejaVu Sans Condensed, DejaVu Sans";

struct Unref {
  void operator()(void* object) const { g_object_unref(object); }
};
template <typename T>
using Owned = std::unique_ptr<T, Unref>;

struct Described {
  void operator()(PangoFontDescription* font) const { pango_font_description_free(font); }
};
using Font = std::unique_ptr<PangoFontDescription, Described>;

Font font_of(PangoWeight weight) {
  Font font(pango_font_description_new());
  pango_font_description_set_family_static(font.get(), families);
  pango_font_description_set_weight(font.get(), weight);
  pango_font_description_set_absolute_size(font.get(), set_size * PANGO_SCALE);
  return font;
}

struct Forgotten {
  void operator()(PangoAttrList* attributes) const { pango_attr_list_unref(attributes); }
};
using Attributes = std::unique_ptr<PangoAttrList, Forgotten>;

// A label printer uses neither kerning nor ligatures. With them a text would be measured narrower
// than its print.
Attributes letters_one_by_one() {
  Attributes attributes(pango_attr_list_new());
  pango_attr_list_insert(attributes.get(), pango_attr_font_features_new("kern=0, liga=0"));
  return attributes;
}

double in_sizes(int pango_units) {
  return static_cast<double>(pango_units) / PANGO_SCALE / set_size;
}

}  // namespace

struct Typesetter::Fonts {
  Owned<PangoFontMap> map;
  Owned<PangoContext> context;
  Font regular = font_of(PANGO_WEIGHT_NORMAL);
  Font bold = font_of(PANGO_WEIGHT_BOLD);
  Attributes one_by_one = letters_one_by_one();
  std::map<std::pair<Weight, std::string>, Owned<PangoLayout>> kept;

  Owned<PangoLayout> set(const std::string& text, Weight weight) const {
    Owned<PangoLayout> layout(pango_layout_new(context.get()));
    pango_layout_set_font_description(layout.get(),
                                      weight == Weight::bold ? bold.get() : regular.get());
    pango_layout_set_attributes(layout.get(), one_by_one.get());
    pango_layout_set_single_paragraph_mode(layout.get(), TRUE);
    // The direction depends on the label, not on the first letter of the text.
    pango_layout_set_auto_dir(layout.get(), FALSE);
    pango_layout_set_text(layout.get(), text.data(), static_cast<int>(text.size()));
    return layout;
  }

  PangoLayout* layout_of(const std::string& text, Weight weight) {
    const auto key = std::pair(weight, text);
    if (const auto found = kept.find(key); found != kept.end()) return found->second.get();
    if (kept.size() >= texts_kept_max) kept.clear();
    return kept.emplace(key, set(text, weight)).first->second.get();
  }
};

Typesetter::Typesetter() : fonts_(std::make_unique<Fonts>()) {
  fonts_->map.reset(pango_cairo_font_map_new());
  // At 72 dots per inch, a font size is in units of the surface.
  pango_cairo_font_map_set_resolution(PANGO_CAIRO_FONT_MAP(fonts_->map.get()), 72);
  fonts_->context.reset(pango_font_map_create_context(fonts_->map.get()));
  cairo_font_options_t* options = cairo_font_options_create();
  cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE);
  cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF);
  cairo_font_options_set_antialias(options, CAIRO_ANTIALIAS_GRAY);
  pango_cairo_context_set_font_options(fonts_->context.get(), options);
  cairo_font_options_destroy(options);
  pango_context_set_round_glyph_positions(fonts_->context.get(), FALSE);
  // The language is fixed, so that a label is the same on every machine.
  pango_context_set_language(fonts_->context.get(), pango_language_from_string("en"));
}

Typesetter::~Typesetter() = default;

Extent Typesetter::extent(const std::string& text, Weight weight) {
  PangoLayoutLine* line = pango_layout_get_line_readonly(fonts_->layout_of(text, weight), 0);
  CHECK(line != nullptr);
  PangoRectangle ink;
  PangoRectangle logical;
  pango_layout_line_get_extents(line, &ink, &logical);
  return {.left = std::min(0.0, in_sizes(ink.x)),
          .right = std::max(in_sizes(logical.width), in_sizes(ink.x + ink.width)),
          .above = std::max(0.0, in_sizes(-ink.y)),
          .below = std::max(0.0, in_sizes(ink.y + ink.height))};
}

std::string Typesetter::shortened(const std::string& text, Weight weight, double width_max) {
  const auto fits = [&](const std::string& candidate) {
    return extent(candidate, weight).width() <= width_max;
  };
  if (fits(text)) return text;

  // Cuts only between characters as people see them, so that no letter loses its accent.
  int count = 0;
  const PangoLogAttr* attributes =
      pango_layout_get_log_attrs_readonly(fonts_->layout_of(text, weight), &count);
  std::vector<std::size_t> ends;
  std::size_t byte = 0;
  for (int at = 0; at < count; ++at) {
    if (attributes[at].is_cursor_position) ends.push_back(byte);
    do ++byte;
    while (byte < text.size() && (static_cast<unsigned char>(text[byte]) & 0xC0) == 0x80);
  }
  const auto cut = [&](std::size_t end) {
    std::string_view kept = std::string_view(text).substr(0, end);
    while (kept.ends_with(' ') || kept.ends_with(',')) kept.remove_suffix(1);
    return std::string(kept) + "…";
  };
  // Finds the longest cut that fits. All shorter cuts fit too.
  const auto end = std::ranges::partition_point(
      ends, [&](std::size_t candidate) { return fits(cut(candidate)); });
  return end == ends.begin() ? "…" : cut(*(end - 1));
}

std::vector<char32_t> Typesetter::without_glyph(const std::string& text, Weight weight) {
  std::vector<char32_t> characters;
  PangoLayoutLine* line = pango_layout_get_line_readonly(fonts_->layout_of(text, weight), 0);
  CHECK(line != nullptr);
  for (const GSList* run = line->runs; run != nullptr; run = run->next) {
    const PangoGlyphString* const glyphs = static_cast<const PangoLayoutRun*>(run->data)->glyphs;
    for (int i = 0; i < glyphs->num_glyphs; ++i) {
      const PangoGlyph glyph = glyphs->glyphs[i].glyph;
      const bool is_unknown = (glyph & PANGO_GLYPH_UNKNOWN_FLAG) != 0;
      if (is_unknown) characters.push_back(glyph & ~PANGO_GLYPH_UNKNOWN_FLAG);
    }
  }
  return characters;
}

void Typesetter::draw(_cairo* cairo, const std::string& text, Weight weight, double x,
                      double base_line, double size) {
  PangoLayoutLine* line = pango_layout_get_line_readonly(fonts_->layout_of(text, weight), 0);
  CHECK(line != nullptr);
  cairo_save(cairo);
  cairo_translate(cairo, x, base_line);
  cairo_scale(cairo, size / set_size, size / set_size);
  cairo_move_to(cairo, 0, 0);
  pango_cairo_show_layout_line(cairo, line);
  cairo_restore(cairo);
}

}  // namespace tradepost::label
