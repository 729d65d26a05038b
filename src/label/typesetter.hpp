#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

struct _cairo;  // cairo_t

// Letters: how large a text is, and how it is drawn. Texts of labels are set in Liberation Sans
// Narrow; a script that it lacks in what else is installed.
namespace tradepost::label {

enum class Weight : std::uint8_t { regular, bold };

// What a text takes up, in parts of its size (1.0: as wide as the font is high). Its ink lies
// within, also that of slanted or stacked signs.
struct Extent {
  double left;  // of the origin, 0 or less
  double right;
  double above;  // the base line
  double below;

  double width() const { return right - left; }
};

// Holds the fonts, and the texts it has set last. One thread at a time; making one costs some
// milliseconds, so keep it.
class Typesetter {
 public:
  Typesetter();
  ~Typesetter();
  Typesetter(const Typesetter&) = delete;
  Typesetter& operator=(const Typesetter&) = delete;

  Extent extent(const std::string& text, Weight weight);
  // The text, shortened at its end with an ellipsis until its width is at most `width_max`, in
  // parts of its size. Nothing but the ellipsis is left where there is no room for more.
  std::string shortened(const std::string& text, Weight weight, double width_max);
  // The characters of the text that no font has, each drawn as a box. In the order of the text.
  std::vector<char32_t> without_glyph(const std::string& text, Weight weight);
  // In the current colour, its origin at x and `base_line`, `size` high.
  void draw(_cairo* cairo, const std::string& text, Weight weight, double x, double base_line,
            double size);

 private:
  struct Fonts;
  std::unique_ptr<Fonts> fonts_;
};

}  // namespace tradepost::label
