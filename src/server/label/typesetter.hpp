#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

struct _cairo;  // cairo_t

// Measures and draws texts. Labels use Liberation Sans Narrow, and other installed fonts for
// scripts that it lacks.
namespace tradepost::label {

enum class Weight : std::uint8_t { regular, bold };

// The extent of a text relative to its size (1.0 is the height of the font). It contains all ink,
// also that of slanted or stacked characters.
struct Extent {
  double left;  // left of the origin, 0 or less
  double right;
  double above;  // above the base line
  double below;

  double width() const { return right - left; }
};

// Holds the fonts and the most recent texts. For one thread at a time. Construction takes some
// milliseconds, so keep the object.
class Typesetter {
 public:
  Typesetter();
  ~Typesetter();
  Typesetter(const Typesetter&) = delete;
  Typesetter& operator=(const Typesetter&) = delete;

  Extent extent(const std::string& text, Weight weight);
  // Returns the text, shortened at its end with an ellipsis if it is wider than `width_max`, which
  // is relative to its size. Returns only the ellipsis if nothing else fits.
  std::string shortened(const std::string& text, Weight weight, double width_max);
  // Returns the characters that no font has, in the order of the text. Each is drawn as a box.
  std::vector<char32_t> without_glyph(const std::string& text, Weight weight);
  // Draws in the current colour, with the origin at x and `base_line`, and the font `size` high.
  void draw(_cairo* cairo, const std::string& text, Weight weight, double x, double base_line,
            double size);

 private:
  struct Fonts;
  std::unique_ptr<Fonts> fonts_;
};

}  // namespace tradepost::label
