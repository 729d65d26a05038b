#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "gs1/element_string.hpp"
#include "label/code128.hpp"
#include "label/label.hpp"
#include "label/typesetter.hpp"

// The positions of everything on a label, computed once for both zpl.hpp and drawing.hpp. All
// positions are whole dots of a printer, so that bars have the same width in both outputs.
//
//   A6                                     A5: the same, and up to three symbols
//   ┌──────────────────────────────┐
//   │ FROM          TO      2/9 …  │       free text
//   │ name, street  name, street   │
//   │ ORDER NUMBER  NOTICE         │
//   │ CARRIER       TRACKING       │
//   ├──────────────────────────────┤
//   │ SSCC  395210010002089318     │       data with titles
//   │ CONTENT …         COUNT 40   │
//   ├──────────────────────────────┤
//   │    ║▌║█║▌║ (02)(37)          │       bars, each with its line of text;
//   │    ║▌║█║▌║ (00)              │       the SSCC's are the lowest
//   └──────────────────────────────┘
namespace tradepost::label {

enum class Size : std::uint8_t { a6, a5 };                // 105 x 148 mm, 148 x 210 mm
enum class Resolution : std::uint8_t { dpi203, dpi300 };  // 8 and 11.8 dots a millimetre

struct Format {
  Size size = Size::a6;
  Resolution resolution = Resolution::dpi203;
};

double dots_per_mm(Resolution resolution);
double width_mm(Size size);
double height_mm(Size size);

// A rectangle in dots, from the upper left corner of the label.
struct Box {
  int x;
  int y;
  int width;
  int height;

  int right() const { return x + width; }
  int bottom() const { return y + height; }
};

struct TextBox {
  Box box;  // contains all its ink
  std::string text;
  Weight weight;
  double size;  // size of the letters, in dots
  int x;        // the origin
  int base_line;
};

struct BarBox {
  Box box;  // of the bars; the quiet zones on both sides are ten modules wide
  int module;
  std::string modules;     // '1' is a bar
  std::string field_data;  // the bars for a label printer
  Symbology symbology;
  std::vector<gs1::Element> elements;  // for GS1-128
  std::string text;                    // the text that a barcode reader outputs
};

struct Layout {
  Format format;
  int width;
  int height;
  std::vector<TextBox> texts;
  std::vector<BarBox> bars;  // from the top to the bottom
  std::vector<Box> rules;
  std::vector<Warning> warnings;  // texts without room or without a font
};

Layout lay_out(const Label& label, Format format, Typesetter& typesetter);

}  // namespace tradepost::label
