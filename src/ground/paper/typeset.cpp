#include "paper/typeset.hpp"

#include <pango/pangocairo.h>

#include <algorithm>
#include <array>

#include "base/ground/check.hpp"

namespace tradepost::paper {
namespace {

constexpr const char* families = "Liberation Sans, DejaVu Sans, Noto Sans";
constexpr std::uint16_t grey = 0x5A00;

struct OfFace {
  double size;
  bool is_bold;
  bool is_grey;
};
constexpr std::array faces = {OfFace{16, true, false}, OfFace{9, true, false},
                              OfFace{9, false, false}, OfFace{9, false, false},
                              OfFace{7.5, false, true}};

struct Unref {
  void operator()(void* object) const { g_object_unref(object); }
};
template <typename T>
using Owned = std::unique_ptr<T, Unref>;

// The attributes of the bytes [begin, end) of a text.
void add_face(PangoAttrList* attributes, Face face, std::size_t begin, std::size_t end) {
  const OfFace& of = faces.at(static_cast<std::size_t>(face));
  const auto add = [&](PangoAttribute* attribute) {
    attribute->start_index = static_cast<guint>(begin);
    attribute->end_index = static_cast<guint>(end);
    pango_attr_list_insert(attributes, attribute);
  };
  add(pango_attr_size_new_absolute(static_cast<int>(of.size * PANGO_SCALE)));
  if (of.is_bold) add(pango_attr_weight_new(PANGO_WEIGHT_BOLD));
  if (of.is_grey) add(pango_attr_foreground_new(grey, grey, grey));
}

PangoRectangle extent_of(PangoLayoutLine* line) {
  PangoRectangle logical;
  pango_layout_line_get_extents(line, nullptr, &logical);
  return logical;
}

double in_points(int pango_units) {
  return static_cast<double>(pango_units) / PANGO_SCALE;
}

}  // namespace

void TypesetText::Unref::operator()(_PangoLayout* layout) const {
  g_object_unref(layout);
}

TypesetText::TypesetText(_PangoLayout* layout, double x, double width, Align align)
    : layout_(layout),
      x_(x),
      width_(width),
      align_(align),
      lines_(pango_layout_get_line_count(layout)) {
  for (int i = 0; i < lines_; ++i) {
    height_ += in_points(extent_of(pango_layout_get_line_readonly(layout, i)).height);
  }
}

double TypesetText::draw(_cairo* cairo, double y, double space, bool must) {
  double drawn = 0;
  while (has_lines()) {
    PangoLayoutLine* const line = pango_layout_get_line_readonly(layout_.get(), next_);
    const PangoRectangle extent = extent_of(line);
    const double height = in_points(extent.height);
    if (drawn + height > space && !(must && drawn == 0)) return drawn;
    if (cairo != nullptr) {
      const double left = align_ == Align::left ? 0 : width_ - in_points(extent.width);
      cairo_move_to(cairo, x_ + std::max(left, 0.0), y + drawn - in_points(extent.y));
      pango_cairo_show_layout_line(cairo, line);
    }
    drawn += height;
    ++next_;
  }
  return drawn;
}

struct Typesetter::Fonts {
  Owned<PangoFontMap> map;
  Owned<PangoContext> context;

  PangoLayout* set(const std::string& text, double width, PangoAttrList* attributes) const {
    PangoLayout* const layout = pango_layout_new(context.get());
    pango_layout_set_width(layout, static_cast<int>(width * PANGO_SCALE));
    pango_layout_set_wrap(layout, PANGO_WRAP_WORD_CHAR);
    // A hyphen at the end of a line would look like a part of a number.
    pango_attr_list_insert(attributes, pango_attr_insert_hyphens_new(FALSE));
    pango_layout_set_attributes(layout, attributes);
    pango_layout_set_text(layout, text.data(), static_cast<int>(text.size()));
    pango_attr_list_unref(attributes);
    return layout;
  }
};

Typesetter::Typesetter() : fonts_(std::make_unique<Fonts>()) {
  fonts_->map.reset(pango_cairo_font_map_new());
  // At 72 dots per inch, a font size is in points.
  pango_cairo_font_map_set_resolution(PANGO_CAIRO_FONT_MAP(fonts_->map.get()), 72);
  fonts_->context.reset(pango_font_map_create_context(fonts_->map.get()));
  PangoFontDescription* const font = pango_font_description_from_string(families);
  pango_context_set_font_description(fonts_->context.get(), font);
  pango_font_description_free(font);
  cairo_font_options_t* const options = cairo_font_options_create();
  cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE);
  cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF);
  pango_cairo_context_set_font_options(fonts_->context.get(), options);
  cairo_font_options_destroy(options);
  pango_context_set_round_glyph_positions(fonts_->context.get(), FALSE);
  // The language is fixed, so that a document is the same on every machine.
  pango_context_set_language(fonts_->context.get(), pango_language_from_string("en"));
}

Typesetter::~Typesetter() = default;

TypesetText Typesetter::set(const std::string& text, Face face, double x, double width,
                            Align align) {
  PangoAttrList* const attributes = pango_attr_list_new();
  const std::size_t first =
      face == Face::cell ? std::min(text.find('\n'), text.size()) : text.size();
  add_face(attributes, face, 0, first);
  if (first < text.size()) add_face(attributes, Face::small, first, text.size());
  return {fonts_->set(text, width, attributes), x, width, align};
}

TypesetText Typesetter::set_party(const PartyText& party, double x, double width) {
  PangoAttrList* const attributes = pango_attr_list_new();
  std::string text;
  const auto add = [&](const std::string& line, Face face) {
    const std::size_t begin = text.size();
    if (!text.empty()) text += '\n';
    text += line;
    add_face(attributes, face, begin, text.size());
  };
  add(party.role, Face::small);
  if (!party.name.empty()) add(party.name, Face::bold);
  for (const std::string& line : party.lines) add(line, Face::regular);
  return {fonts_->set(text, width, attributes), x, width, Align::left};
}

}  // namespace tradepost::paper
