#include "xml/tree.hpp"

#include <vector>

namespace tradepost::xml {

std::string_view Element::space() const {
  return tree_->names_[tree_->nodes_[index_].name].space;
}

std::string_view Element::local() const {
  return tree_->names_[tree_->nodes_[index_].name].local;
}

std::string_view Element::prefix() const {
  return tree_->names_[tree_->nodes_[index_].name].prefix;
}

std::string_view Element::text() const {
  constexpr std::string_view white = " \t\r\n";
  std::string_view text = tree_->in_text(tree_->nodes_[index_].text);
  const auto first = text.find_first_not_of(white);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(white) - first + 1);
}

std::string_view Element::attribute(std::string_view local) const {
  const Tree::Node& node = tree_->nodes_[index_];
  for (std::uint32_t at = 0; at < node.attributes; ++at) {
    const Tree::Attribute& one = tree_->attributes_[node.first_attribute + at];
    if (tree_->in_text(one.name) == local) return tree_->in_text(one.value);
  }
  return {};
}

Element Element::first_child() const {
  const std::uint32_t child = tree_->nodes_[index_].first_child;
  return child == Tree::none ? Element() : Element(*tree_, child);
}

Element Element::next() const {
  const std::uint32_t next = tree_->nodes_[index_].next;
  return next == Tree::none ? Element() : Element(*tree_, next);
}

Element Element::parent() const {
  const std::uint32_t parent = tree_->nodes_[index_].parent;
  return parent == Tree::none ? Element() : Element(*tree_, parent);
}

Place Element::place() const {
  return tree_->nodes_[index_].place;
}

// The bound keeps a path cheap in a document with many children of one element.
bool Element::is_followed_by_namesake() const {
  constexpr int siblings_max = 64;
  Element other = next();
  for (int count = 0; other && count < siblings_max; ++count, other = other.next()) {
    if (tree_->nodes_[index_].name == tree_->nodes_[other.index_].name) return true;
  }
  return false;
}

std::string Element::path() const {
  std::vector<Element> chain;
  for (Element at = *this; at; at = at.parent()) chain.push_back(at);
  std::string path;
  for (const Element& at : std::vector<Element>(chain.rbegin(), chain.rend())) {
    path += '/';
    if (!at.prefix().empty()) path.append(at.prefix()).append(":");
    path += at.local();
    const std::uint32_t position = at.tree_->nodes_[at.index_].position;
    if (position > 1 || at.is_followed_by_namesake()) {
      path += '[' + std::to_string(position) + ']';
    }
  }
  return path;
}

}  // namespace tradepost::xml
