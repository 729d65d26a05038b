#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/text/json_writer.hpp"
#include "document/json/view.hpp"
#include "document/model/schema.hpp"

namespace tradepost::forms {

// The content of a document while it is made, field by field. Paths have the form
// `items.2.tax.percentage`.
class Draft {
 public:
  explicit Draft(const document::KindRow& kind);

  enum class Outcome : std::uint8_t { done, no_such_field, wrong_type };
  // Sets a field to a text, a number or true or false, as the model demands. `element` is its
  // element in the form.
  Outcome set(std::string_view path, std::string_view text, std::uint32_t element);
  // Sets a field that is missing: to a text, or to the value of another field if the text is
  // `@header.invoiceDate`. `items.orderDate` is the field of each element of the list.
  void fill(std::string_view path, std::string_view text);
  // Returns the text of a field, or nullptr.
  const std::string* find(std::string_view path) const;
  // Returns the element of a field, or of the nearest object around it that has one.
  std::uint32_t element_of(std::string_view path) const;
  void remove(std::string_view path);
  // Moves the elements of a list to other positions, which differ. The positions between them are
  // free. Returns false if the list has another number of elements.
  bool spread(std::string_view list, const std::vector<std::size_t>& positions);
  std::string json() const;  // {"type": …, "content": …}

  struct Node {
    // Returns the member of an object or the element of a list, or nullptr.
    const Node* member(std::string_view wanted) const;
    const Node* element(std::size_t index) const;
    // Returns the number of values in an object or a list. A default value does not count.
    std::size_t count() const;

    std::string_view name = {};  // of the field; empty: an element of a list
    const document::FieldRow* field = nullptr;
    std::uint32_t source = 0xffff'ffff;  // the element of the form
    bool is_list = false;
    std::string text = {};
    std::vector<Node> children = {};
  };
  // Returns the node at a path, or nullptr. The empty path is the one of the content.
  const Node* find_node(std::string_view path) const;

 private:
  static void write(const Node& node, base::JsonWriter& json);
  // Returns nullptr if the draft has no such node.
  Node* node_at(std::string_view path);

  const document::KindRow& kind_;
  Node root_;
};

// Returns true if a document of the kind can have a text, number or flag at a path.
bool is_leaf(const document::KindRow& kind, std::string_view path);

// Returns true if both are the same text, number or flag.
bool is_same(const document::FieldRow& field, std::string_view one, std::string_view other);

}  // namespace tradepost::forms
