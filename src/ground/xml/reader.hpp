#pragma once

#include <cstddef>
#include <expected>
#include <string_view>

#include "base/ground/limits.hpp"
#include "xml/tree.hpp"

namespace tradepost::xml {

struct Bounds {
  std::size_t bytes = base::limits::body_bytes_max;
  std::uint32_t depth = base::limits::nesting_max;
  std::uint32_t elements = 400'000;
  std::uint32_t attributes = 64;  // of one element
  std::uint32_t names = 4'000;    // that differ
};

struct Unreadable {
  Place place = {};
  std::string_view reason = {};  // a sentence, which lives as long as the program
};

// Reads a whole document: UTF-8, UTF-16, ISO-8859-1 or US-ASCII, as it declares. A document type
// declaration is refused, so no entity but the five of XML is ever expanded, and no other file is
// read. Memory is bounded before it is used.
std::expected<Tree, Unreadable> read(std::string_view text, const Bounds& bounds = {});

}  // namespace tradepost::xml
