#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "document/json/view.hpp"
#include "ubl/mapping.hpp"

namespace tradepost::ubl {

// An element of a list of a document.
struct Element {
  document::View view = {};
  document::View list = {};
  std::uint32_t index = 0;
  std::string path = {};  // items.3
};

// The objects of a document at which a writer is, one for each scope of the mapping.
class Objects {
 public:
  Objects(const Mapping& mapping, const document::View& content);

  // Returns the object of a scope, which may be missing.
  document::View object(ScopeId id) const;
  document::View value(ScopeId id, document::FieldSlot slot) const;
  // Returns the element of a list that a scope picks. Its view is missing if there is none.
  Element picked(ScopeId pick) const;
  // Returns the elements of a list that are of this scope.
  std::vector<Element> elements(ScopeId each) const;
  // Returns the elements below an element of a tree.
  std::vector<Element> below(ScopeId each) const;
  // Makes an element of a list the object of its scope.
  void enter(ScopeId each, const Element& element) { entered_[each] = element; }
  const Element& entered(ScopeId each) const { return entered_[each]; }
  // Returns the path of an object, or of its field: items.3.tax.
  std::string path(ScopeId id) const;
  std::string path(ScopeId id, document::FieldSlot slot) const;

 private:
  // The fields of an object, which is searched once for all of them.
  struct Fields {
    std::optional<std::uint32_t> object = {};  // its token
    std::vector<document::View> slots = {};
  };
  // The element that a scope picks from a list.
  struct Picked {
    std::optional<std::uint32_t> list = {};  // its token
    Element element = {};
  };

  const Fields& fields(ScopeId id, const document::View& object) const;
  Element pick_from(const document::View& list, ScopeId pick) const;
  std::vector<std::uint32_t> taken_by_others(ScopeId id) const;
  static bool has(const std::vector<std::uint32_t>& tokens, const Element& element);

  const Mapping& mapping_;
  document::View content_;
  std::vector<Element> entered_;
  mutable std::vector<Fields> fields_;  // of the last object of each scope
  mutable std::vector<Picked> picked_;
};

// Returns the elements of a list that are not null. Without the path of the list, they have none.
std::vector<Element> elements_of(const document::View& list, const std::string& path = {});

}  // namespace tradepost::ubl
