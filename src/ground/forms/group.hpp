#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "forms/form_tables.hpp"

namespace tradepost::forms {

inline constexpr std::uint32_t no_element = 0xffff'ffff;

// A term with its content. `element` is the element of the form that it was read from.
struct Value {
  Term term = Term::none;
  std::string text = {};
  std::uint32_t element = no_element;
};

// The terms of a document, or of one line or allowance in it.
struct Group {
  Term term = Term::none;
  std::uint32_t element = no_element;
  std::string source = {};  // the path of the object of the document that it is made from
  std::vector<Value> values = {};
  std::vector<Group> groups = {};

  const Value* find(Term wanted) const {
    for (const Value& value : values) {
      if (value.term == wanted) return &value;
    }
    return nullptr;
  }
  bool has(Term wanted) const { return find(wanted) != nullptr; }
  // Returns an empty text if the term is missing.
  std::string_view text(Term wanted) const {
    const Value* const value = find(wanted);
    return value == nullptr ? std::string_view() : std::string_view(value->text);
  }
  // Adds a term, unless its text is empty or it is present.
  void set(Term one, std::string text) {
    if (!text.empty() && !has(one)) values.push_back({.term = one, .text = std::move(text)});
  }
  void remove(Term one) {
    std::erase_if(values, [&](const Value& value) { return value.term == one; });
  }
  // The result is valid until the next group is added.
  Group& add(Term one) { return groups.emplace_back(Group{.term = one}); }
  // Calls visit(group) for each group of this term.
  template <typename Visit>
  void each(Term wanted, Visit&& visit) const {
    for (const Group& group : groups) {
      if (group.term == wanted) visit(group);
    }
  }
};

}  // namespace tradepost::forms
