#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "paper/sheet.hpp"

struct _cairo;        // cairo_t
struct _PangoLayout;  // PangoLayout

// Texts that are broken into lines, with Pango.
namespace tradepost::paper {

// `cell` is regular, and small below its first line.
enum class Face : std::uint8_t { title, bold, regular, cell, small };

// A text in a column of a page. Its lines can be drawn on several pages.
class TypesetText {
 public:
  TypesetText(_PangoLayout* layout, double x, double width, Align align);

  bool has_lines() const { return next_ < lines_; }
  double height() const { return height_; }  // of all lines
  // Draws the next lines that fit into `space`, at least one if `must` is set. Returns their
  // height. Draws nothing without a context.
  double draw(_cairo* cairo, double y, double space, bool must);

 private:
  struct Unref {
    void operator()(_PangoLayout* layout) const;
  };

  std::unique_ptr<_PangoLayout, Unref> layout_;
  double x_;
  double width_;
  Align align_;
  int next_ = 0;
  int lines_;
  double height_ = 0;
};

// Holds the fonts. For one thread at a time. Construction takes some milliseconds, so keep the
// object.
class Typesetter {
 public:
  Typesetter();
  ~Typesetter();
  Typesetter(const Typesetter&) = delete;
  Typesetter& operator=(const Typesetter&) = delete;

  TypesetText set(const std::string& text, Face face, double x, double width,
                  Align align = Align::left);
  // Sets a small role, a bold name and regular lines below each other.
  TypesetText set_party(const PartyText& party, double x, double width);

 private:
  struct Fonts;
  std::unique_ptr<Fonts> fonts_;
};

}  // namespace tradepost::paper
