#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/ground/result.hpp"
#include "label/layout.hpp"
#include "label/typesetter.hpp"

// Draws labels as PDF and as PNG. Bars are areas of whole dots. The PDF contains its fonts.
namespace tradepost::label {

enum class Sheet : std::uint8_t {
  none,  // one page for each label, in its size
  a4,    // four A6 on a page, or two A5 on a landscape page
};

// Draws all labels into one PDF. The same layouts give the same bytes, without a date or a random
// id. Fails with `unavailable` if memory runs out.
base::Result<std::string> pdf(std::span<const Layout> layouts, Sheet sheet, Typesetter& typesetter);

// Draws one dot as one pixel.
base::Result<std::string> png(const Layout& layout, Typesetter& typesetter);

// A text as dots: each row has whole bytes, the leftmost dot is the highest bit of a byte, and 1 is
// black.
struct Picture {
  int row_bytes;
  std::vector<std::uint8_t> bits;
};
Picture picture_of(const TextBox& text, Typesetter& typesetter);

}  // namespace tradepost::label
