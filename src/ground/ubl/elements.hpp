#pragma once

#include <string>
#include <string_view>
#include <vector>

// The elements of UBL 2.1 that the mappings need, compiled from model/ubl/elements.txt. They live
// as long as the program.
namespace tradepost::ubl {

struct Child {
  std::string_view name = {};
  std::string_view type = {};  // of its children; empty: the element has a text
  std::string qualified = {};  // cbc:ID
  bool is_needed = false;      // the schema demands it
};

// An element with children, in the order of the schema.
struct ElementType {
  std::string_view name = {};
  std::vector<Child> children = {};

  const Child* find(std::string_view child) const;
};

// Returns nullptr if the type is not known.
const ElementType* find_type(std::string_view name);

// Removes the first word of a line, and returns it.
std::string_view next_word(std::string_view& line);

}  // namespace tradepost::ubl
