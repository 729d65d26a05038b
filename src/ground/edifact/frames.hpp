#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "document/json/view.hpp"
#include "edifact/mapping.hpp"
#include "forms/loss.hpp"

namespace tradepost::edifact {

// The objects of a document at which a writer is, one for each scope of the mapping. Each object is
// walked once, and its fields that the mapping does not have become losses.
class Frames {
 public:
  struct Element {
    document::View view = {};
    std::uint32_t index = 0;
  };

  Frames(const Mapping& mapping, const document::View& content, forms::Losses& losses);

  // Returns the value of a field, which is missing if the object is.
  document::View value(ScopeId scope, document::FieldSlot slot) const {
    const Frame& frame = frames_[scope];
    return frame.slots.empty() ? document::View() : frame.slots[slot];
  }
  bool has(ScopeId scope) const { return !frames_[scope].slots.empty(); }
  // Returns the elements of a list that are of this scope.
  std::vector<Element> elements(ScopeId each) const;
  // Makes an element of a list the object of its scope. `list` is the path of a list below an
  // element of a tree.
  void enter(ScopeId each, const Element& element, std::string list = {});

  // Returns the element of a scope.
  document::View element(ScopeId each) const { return frames_[each].element; }
  // Returns the position of an element in its list.
  std::uint32_t index(ScopeId each) const { return frames_[each].index; }

  // A field that a segment leaves out is a loss, unless another segment of the element writes it.
  void postpone(ScopeId each, document::FieldSlot slot) { frames_[each].postponed.add(slot); }
  void write(ScopeId each, document::FieldSlot slot) { frames_[each].written.add(slot); }
  void lose_postponed(ScopeId each);

  // Returns the path of the object of a scope: items.3.tax. The one of the content is empty.
  std::string path(ScopeId scope) const;
  std::string path(ScopeId scope, document::FieldSlot slot) const;
  // Adds a loss for each text, number or flag of a value.
  void lose(const document::View& value, const std::string& path);

 private:
  struct Frame {
    std::vector<document::View> slots = {};  // empty: the object is missing
    std::vector<Element> elements = {};      // of a scope for each element
    document::View element = {};
    document::FieldSet postponed = {};
    document::FieldSet written = {};
    std::string list = {};    // of an element below an element of a tree
    std::uint32_t index = 0;  // of an element
  };

  void load(ScopeId scope, const document::View& object);
  void load_children(ScopeId scope);
  void assign(ScopeId owner, document::FieldSlot list);
  void unload(ScopeId scope);

  const Mapping& mapping_;
  forms::Losses& losses_;
  std::vector<Frame> frames_;
};

std::string path_of(std::string_view object, std::string_view field);

}  // namespace tradepost::edifact
