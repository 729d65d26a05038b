#include "ubl/elements.hpp"

#include <algorithm>

#include "ubl/mapping_texts.hpp"

namespace tradepost::ubl {
namespace {

// Reads Party=Party!, or Name for an element with a text.
Child child_of(std::string_view word) {
  Child child;
  child.is_needed = word.ends_with('!');
  if (child.is_needed) word.remove_suffix(1);
  child.name = word.substr(0, word.find('='));
  word.remove_prefix(child.name.size());
  if (!word.empty()) child.type = word.substr(1);
  child.qualified = (child.type.empty() ? "cbc:" : "cac:") + std::string(child.name);
  return child;
}

std::vector<ElementType> read_types(std::string_view text) {
  std::vector<ElementType> types;
  while (!text.empty()) {
    std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(text.size(), line.size() + 1));
    if (line.empty() || line.starts_with('#')) continue;
    if (!line.starts_with(' ')) types.push_back({.name = line, .children = {}});
    while (line.starts_with(' ')) line.remove_prefix(1);
    if (types.back().name == line) continue;
    while (!line.empty()) types.back().children.push_back(child_of(next_word(line)));
  }
  return types;
}

}  // namespace

std::string_view next_word(std::string_view& line) {
  const std::string_view word = line.substr(0, line.find(' '));
  line.remove_prefix(std::min(line.size(), word.size() + 1));
  return word;
}

const Child* ElementType::find(std::string_view child) const {
  const auto found = std::ranges::find(children, child, &Child::name);
  return found == children.end() ? nullptr : &*found;
}

const ElementType* find_type(std::string_view name) {
  static const std::vector<ElementType> types = read_types(elements_text);
  const auto found = std::ranges::find(types, name, &ElementType::name);
  return found == types.end() ? nullptr : &*found;
}

}  // namespace tradepost::ubl
