#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "document/json/view.hpp"
#include "document/model/schema.hpp"
#include "paper/words.hpp"

// The values of documents in words.
namespace tradepost::paper {

using document::FieldRow;
using document::TypeRow;
using document::View;

// The members of an object that have a value, found in one pass.
class Members {
 public:
  // `type` is nullptr for an object that the model does not know.
  Members(const View& object, const TypeRow* type);

  const TypeRow* type() const { return type_; }
  std::size_t count() const { return count_; }
  View at(std::string_view name) const;
  const FieldRow* field(std::string_view name) const;  // nullptr if the model does not know it

  // Calls visit(name, value, field) in the order of the model, then for the other members with
  // nullptr as the field.
  template <typename Visit>
  void each(Visit&& visit) const {
    for (std::size_t slot = 0; type_ != nullptr && slot < type_->fields.size(); ++slot) {
      if (known_[slot]) visit(type_->fields[slot].name, known_[slot], &type_->fields[slot]);
    }
    for (const auto& [name, value] : others_) {
      visit(std::string_view(name), value, static_cast<const FieldRow*>(nullptr));
    }
  }

 private:
  const TypeRow* type_;
  std::size_t count_ = 0;
  std::array<View, document::fields_max> known_ = {};
  std::vector<std::pair<std::string, View>> others_;
};

// Returns the type of a field that holds objects, or nullptr.
const TypeRow* type_of_objects(const FieldRow* field);
bool is_party(const FieldRow* field);
// Returns false for null, an empty text, an empty list and an empty object.
bool has_content(const View& value);

// Returns a text of a member without control characters, or an empty text.
std::string text_in(const View& object, std::string_view name);
// Returns a value in one line, but each object of a list in a separate line.
std::string words_of(const View& value, const FieldRow* field, const Words& words);

}  // namespace tradepost::paper
