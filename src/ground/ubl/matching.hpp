#pragma once

#include <string>
#include <string_view>

#include "ubl/mapping.hpp"
#include "xml/tree.hpp"

// Compares elements of a file with the lines of a mapping.
namespace tradepost::ubl {

// Returns true if an element has the name of a line, its constants, and a code that says who gave a
// number.
bool matches(const Mapping& mapping, const Line& line, const xml::Element& element);

// Returns the child with a name of the same namespaces as its parent, or no element.
xml::Element child_named(const xml::Element& parent, std::string_view local);
// Returns an empty text if there is none.
std::string_view child_text(const xml::Element& parent, std::string_view local);

// Returns the text of the first piece in an element for which `is_wanted` is true.
template <typename Wanted>
std::string find_text(const Mapping& mapping, const Line& line, const xml::Element& element,
                      const Wanted& is_wanted) {
  for (const Piece& piece : line.pieces) {
    if (piece.attribute.empty() && is_wanted(piece)) return std::string(element.text());
  }
  for (const Line& below : line.lines) {
    if (below.is_rest()) continue;
    for (xml::Element child = element.first_child(); child; child = child.next()) {
      if (child.local() != below.name || !matches(mapping, below, child)) continue;
      std::string text = find_text(mapping, below, child, is_wanted);
      if (!text.empty()) return text;
    }
  }
  return {};
}

}  // namespace tradepost::ubl
