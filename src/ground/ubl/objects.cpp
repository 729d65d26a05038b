#include "ubl/objects.hpp"

#include <algorithm>

#include "ubl/paths.hpp"

namespace tradepost::ubl {
namespace {

using document::View;

std::string_view domain_of(const View& element) {
  const View domain = element.member("domain");
  return domain.is_text() ? domain.raw_text() : std::string_view("GS1");
}

}  // namespace

std::vector<Element> elements_of(const View& list, const std::string& path) {
  std::vector<Element> all;
  list.each([&](std::uint32_t index, const View& one) {
    all.push_back({.view = one, .list = list, .index = index});
    if (!path.empty()) all.back().path = path_of(path, std::to_string(index));
  });
  return all;
}

Objects::Objects(const Mapping& mapping, const View& content)
    : mapping_(mapping),
      content_(content),
      entered_(mapping.scopes.size()),
      fields_(mapping.scopes.size()),
      picked_(mapping.scopes.size()) {}

View Objects::object(ScopeId id) const {
  if (id == 0) return content_;
  const Scope& scope = mapping_.scopes[id];
  switch (scope.form) {
    case Scope::Form::object:
      return value(scope.parent, scope.slot);
    case Scope::Form::each:
      return entered_[id].view;
    case Scope::Form::pick:
      return picked(id).view;
  }
  return {};
}

View Objects::value(ScopeId id, document::FieldSlot slot) const {
  if (slot == document::no_slot) return {};
  const View object = this->object(id);
  return object.is_object() ? fields(id, object).slots[slot] : View();
}

const Objects::Fields& Objects::fields(ScopeId id, const View& object) const {
  Fields& fields = fields_[id];
  if (fields.object == object.token()) return fields;
  const document::TypeRow& type = *mapping_.scopes[id].type;
  fields.object = object.token();
  fields.slots.assign(type.fields.size(), View());
  object.each_member([&](const View& name, const View& value) {
    if (!value) return;
    const bool has_escapes = name.raw_text().contains('\\');
    const auto slot = type.find(has_escapes ? name.text() : name.raw_text());
    if (slot != document::no_slot) fields.slots[slot] = value;
  });
  return fields;
}

Element Objects::picked(ScopeId pick) const {
  const Scope& scope = mapping_.scopes[pick];
  const View list = value(scope.parent, scope.slot);
  if (!list) return {};
  Picked& known = picked_[pick];
  if (known.list != list.token()) {
    known = {.list = list.token(), .element = pick_from(list, pick)};
  }
  return known.element;
}

Element Objects::pick_from(const View& list, ScopeId pick) const {
  const Scope& scope = mapping_.scopes[pick];
  const std::vector<Element> all = elements_of(list);
  const std::vector<std::uint32_t> taken = taken_by_others(pick);
  const auto find = [&](std::string_view domain) {
    return std::ranges::find_if(all, [&](const Element& one) {
      return (domain.empty() || domain_of(one.view) == domain) && !has(taken, one);
    });
  };
  if (scope.domains.empty()) {
    const auto found = find({});
    return found == all.end() ? Element{} : *found;
  }
  for (const std::string& domain : scope.domains) {
    if (const auto found = find(domain); found != all.end()) return *found;
  }
  return {};
}

bool Objects::has(const std::vector<std::uint32_t>& tokens, const Element& element) {
  return std::ranges::find(tokens, element.view.token()) != tokens.end();
}

// Returns the elements of the same list that other scopes pick before this one.
std::vector<std::uint32_t> Objects::taken_by_others(ScopeId id) const {
  const Scope& scope = mapping_.scopes[id];
  std::vector<std::uint32_t> taken;
  for (ScopeId other = 1; other < mapping_.scope_count(); ++other) {
    const Scope& one = mapping_.scopes[other];
    const bool is_before = scope.form == Scope::Form::each || other < id;
    if (one.parent != scope.parent || one.slot != scope.slot || other == id || !is_before) continue;
    if (one.form != Scope::Form::pick) continue;
    if (const View view = picked(other).view) taken.push_back(view.token());
  }
  return taken;
}

std::vector<Element> Objects::elements(ScopeId each) const {
  const Scope& scope = mapping_.scopes[each];
  std::vector<Element> all =
      elements_of(value(scope.parent, scope.slot), path(scope.parent, scope.slot));
  const std::vector<std::uint32_t> taken = taken_by_others(each);
  std::vector<std::string> domains;  // of the other scopes for each element
  for (const Scope& one : mapping_.scopes) {
    const bool is_other = one.parent == scope.parent && one.slot == scope.slot &&
                          one.form == Scope::Form::each && scope.domains.empty();
    if (is_other) domains.insert(domains.end(), one.domains.begin(), one.domains.end());
  }
  std::erase_if(all, [&](const Element& one) {
    const std::string_view domain = domain_of(one.view);
    const bool is_here = scope.domains.empty()
                             ? std::ranges::find(domains, domain) == domains.end()
                             : std::ranges::find(scope.domains, domain) != scope.domains.end();
    return !is_here || has(taken, one);
  });
  return all;
}

std::vector<Element> Objects::below(ScopeId each) const {
  const Scope& scope = mapping_.scopes[each];
  return elements_of(value(each, scope.below), path(each, scope.below));
}

std::string Objects::path(ScopeId id) const {
  if (id == 0) return {};
  const Scope& scope = mapping_.scopes[id];
  if (scope.form == Scope::Form::each) return entered_[id].path;
  return path(scope.parent, scope.slot);
}

std::string Objects::path(ScopeId id, document::FieldSlot slot) const {
  return path_of(path(id), mapping_.scopes[id].type->fields[slot].name);
}

}  // namespace tradepost::ubl
