#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

// A whole XML document in memory, in the order of its elements. Comments and processing
// instructions are not part of it.
namespace tradepost::xml {

class Tree;

struct Place {
  std::uint64_t line = 0;    // from 1
  std::uint64_t column = 0;  // from 1, in bytes
};

// An element, which lives as long as its tree. The element after the last one is false.
class Element {
 public:
  Element() = default;

  explicit operator bool() const { return tree_ != nullptr; }
  // The number of the element in its document, from 0.
  std::uint32_t index() const { return index_; }
  std::string_view space() const;   // the URI of its namespace; empty if it has none
  std::string_view local() const;   // its name without the prefix
  std::string_view prefix() const;  // as the document has it
  // Returns the character data directly in the element, without white space at both ends.
  std::string_view text() const;
  // Returns the value of an attribute without a namespace, or an empty text.
  std::string_view attribute(std::string_view local) const;
  Element first_child() const;
  Element next() const;  // the next child of the same parent
  Element parent() const;
  Place place() const;
  // Returns an XPath with the prefixes of the document: /Invoice/cac:InvoiceLine[2]/cbc:ID. A
  // position is shown if another child of this name is before the element, or follows soon.
  std::string path() const;

 private:
  friend class Tree;
  Element(const Tree& tree, std::uint32_t index) : tree_(&tree), index_(index) {}
  bool is_followed_by_namesake() const;

  const Tree* tree_ = nullptr;
  std::uint32_t index_ = 0;
};

class Tree {
 public:
  Tree() = default;
  Tree(Tree&&) = default;
  Tree& operator=(Tree&&) = default;

  Element root() const { return at(0); }
  Element at(std::uint32_t index) const { return {*this, index}; }
  std::size_t size() const { return nodes_.size(); }

 private:
  friend class Element;
  friend class Building;

  static constexpr std::uint32_t none = 0xffff'ffff;

  struct Name {
    std::unique_ptr<std::string> whole;  // has the three parts, and does not move
    std::string_view space = {};
    std::string_view local = {};
    std::string_view prefix = {};
  };
  struct Span {
    std::uint32_t begin = 0;
    std::uint32_t size = 0;
  };
  struct Attribute {
    Span name;
    Span value;
  };
  struct Node {
    std::uint32_t name = 0;
    std::uint32_t parent = none;
    std::uint32_t first_child = none;
    std::uint32_t last_child = none;
    std::uint32_t next = none;
    std::uint32_t first_attribute = 0;
    std::uint32_t attributes = 0;
    std::uint32_t position = 1;  // among the children of its parent with this name
    Span text = {};
    Place place = {};
  };

  std::string_view in_text(Span span) const {
    return std::string_view(text_).substr(span.begin, span.size);
  }

  std::vector<Name> names_;
  std::vector<Node> nodes_;
  std::vector<Attribute> attributes_;
  std::string text_;  // of all elements and attributes
};

}  // namespace tradepost::xml
