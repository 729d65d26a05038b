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
  // Returns the number of values in an object or a list; 0 if it is missing.
  std::size_t count_at(std::string_view path) const;
  std::string json() const;  // {"type": …, "content": …}

 private:
  struct Node {
    std::string_view name = {};  // of the field; empty: an element of a list
    const document::FieldRow* field = nullptr;
    std::uint32_t element = 0xffff'ffff;
    bool is_list = false;
    std::string text = {};
    std::vector<Node> children = {};
  };

  const Node* node_at(std::string_view path) const;
  static std::size_t count_of(const Node& node);
  static void write(const Node& node, base::JsonWriter& json);

  const document::KindRow& kind_;
  Node root_;
};

// Returns true if a document of the kind can have a text, number or flag at a path.
bool is_leaf(const document::KindRow& kind, std::string_view path);

// Calls visit(path, value, field) for each text, number and flag of an object, without null.
// `field` is nullptr if the model does not know it. `path` is the one of the object, and stays so.
template <typename Visit>
void each_leaf(const document::View& value, const document::TypeRow* type, std::string& path,
               const document::FieldRow* field, const Visit& visit) {
  const std::size_t size = path.size();
  if (value.is_object()) {
    value.each_member([&](const document::View& name, const document::View& member) {
      const std::string word = name.text();
      const document::FieldSlot slot = type == nullptr ? document::no_slot : type->find(word);
      const document::FieldRow* const row =
          slot == document::no_slot ? nullptr : &type->fields[slot];
      const bool is_object = row != nullptr && row->value == document::ValueType::object;
      if (size > 0) path += '.';
      each_leaf(member, is_object ? &document::type_of(*row) : nullptr, path.append(word), row,
                visit);
      path.resize(size);
    });
  } else if (value.is_list()) {
    value.each([&](std::uint32_t index, const document::View& element) {
      each_leaf(element, type, path.append(".").append(std::to_string(index)), field, visit);
      path.resize(size);
    });
  } else if (value) {
    visit(std::as_const(path), value, field);
  }
}

// Returns the text of a leaf: a text without its escapes, a number or a flag unchanged.
std::string text_of(const document::View& leaf);
// Returns true if both are the same text, number or flag.
bool is_same(const document::FieldRow& field, std::string_view one, std::string_view other);

}  // namespace tradepost::forms
