#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/ground/result.hpp"
#include "label/layout.hpp"
#include "label/typesetter.hpp"

// Labels as PDF and as pictures: bars as areas of whole dots, letters of fonts that go with the
// file.
namespace tradepost::label {

enum class Sheet : std::uint8_t {
  none,  // a page a label, of its size
  a4,    // four A6 on a page, or two A5 on one across
};

// The same layouts give the same bytes: no date, no random id. Our own memory running out is all
// that can fail; then it is `unavailable`.
base::Result<std::string> pdf(std::span<const Layout> layouts, Sheet sheet, Typesetter& typesetter);

// A dot a pixel.
base::Result<std::string> png(const Layout& layout, Typesetter& typesetter);

// A text as dots: rows of whole bytes, the leftmost dot in a byte's highest bit, black is 1.
struct Picture {
  int row_bytes;
  std::vector<std::uint8_t> bits;
};
Picture picture_of(const TextBox& text, Typesetter& typesetter);

}  // namespace tradepost::label
