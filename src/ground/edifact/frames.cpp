#include "edifact/frames.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

namespace tradepost::edifact {
namespace {

using document::FieldSlot;
using document::View;

std::string_view domain_of(const View& element) {
  const View domain = element.member("domain");
  return domain.is_text() ? domain.raw_text() : std::string_view("GS1");
}

bool has_domain(const Scope& scope, const View& element) {
  return scope.domains.empty() ||
         std::ranges::find(scope.domains, domain_of(element)) != scope.domains.end();
}

}  // namespace

std::string path_of(std::string_view object, std::string_view field) {
  std::string path(object);
  if (!path.empty()) path += '.';
  return path += field;
}

Frames::Frames(const Mapping& mapping, const View& content, forms::Losses& losses)
    : mapping_(mapping), losses_(losses), frames_(mapping.scopes.size()) {
  load(0, content);
}

void Frames::load(ScopeId id, const View& object) {
  const Scope& scope = mapping_.scopes[id];
  std::vector<View>& slots = frames_[id].slots;
  slots.assign(object.is_object() ? scope.type->fields.size() : 0, View());
  object.each_member([&](const View& name, const View& value) {
    if (!value) return;
    const bool has_escapes = name.raw_text().contains('\\');
    const FieldSlot slot = scope.type->find(has_escapes ? name.text() : name.raw_text());
    if (slot != document::no_slot && scope.mapped.has(slot)) {
      slots[slot] = value;
    } else {
      lose(value, path_of(path(id), name.text()));
    }
  });
  load_children(id);
}

void Frames::load_children(ScopeId id) {
  document::FieldSet assigned;
  for (const ScopeId child : mapping_.scopes[id].children) {
    const Scope& scope = mapping_.scopes[child];
    const View value = this->value(id, scope.slot);
    if (!value) {
      unload(child);
    } else if (scope.form == Scope::Form::object) {
      load(child, value);
    } else if (!assigned.has(scope.slot)) {
      assigned.add(scope.slot);
      assign(id, scope.slot);
    }
  }
}

// Gives each element of a list to one scope.
void Frames::assign(ScopeId owner, FieldSlot list) {
  std::vector<Element> left;
  value(owner, list).each([&](std::uint32_t index, const View& element) {
    left.push_back({.view = element, .index = index});
  });
  const auto each_scope = [&](Scope::Form form, auto&& work) {
    for (const ScopeId child : mapping_.scopes[owner].children) {
      const Scope& scope = mapping_.scopes[child];
      if (scope.slot == list && scope.form == form) work(child, scope);
    }
  };
  each_scope(Scope::Form::pick, [&](ScopeId child, const Scope& scope) {
    auto best = left.end();
    for (const std::string& domain : scope.domains) {
      if (best != left.end()) break;
      best = std::ranges::find_if(
          left, [&](const Element& one) { return domain_of(one.view) == domain; });
    }
    if (best == left.end()) return unload(child);
    const Element element = *best;
    left.erase(best);
    enter(child, element);
  });
  each_scope(Scope::Form::each, [&](ScopeId child, const Scope& scope) {
    auto& elements = frames_[child].elements;
    elements.clear();
    std::erase_if(left, [&](const Element& one) {
      const bool is_here = has_domain(scope, one.view);
      if (is_here) elements.push_back(one);
      return is_here;
    });
  });
  for (const Element& one : left) {
    lose(one.view, fmt::format("{}.{}", path(owner, list), one.index));
  }
}

void Frames::unload(ScopeId id) {
  Frame& frame = frames_[id];
  frame.elements.clear();
  if (frame.slots.empty()) return;
  frame.slots.clear();
  for (const ScopeId child : mapping_.scopes[id].children) unload(child);
}

std::vector<Frames::Element> Frames::elements(ScopeId each) const {
  return frames_[each].elements;
}

void Frames::enter(ScopeId each, const Element& element, std::string list) {
  frames_[each].list = std::move(list);
  frames_[each].element = element.view;
  frames_[each].postponed = {};
  frames_[each].written = {};
  frames_[each].index = element.index;
  load(each, element.view);
}

std::string Frames::path(ScopeId id) const {
  if (id == 0) return {};
  const Scope& scope = mapping_.scopes[id];
  const Frame& frame = frames_[id];
  const std::string field = frame.list.empty() ? path(scope.parent, scope.slot) : frame.list;
  return scope.form == Scope::Form::object ? field : fmt::format("{}.{}", field, frame.index);
}

std::string Frames::path(ScopeId id, FieldSlot slot) const {
  return path_of(path(id), mapping_.scopes[id].type->fields[slot].name);
}

void Frames::lose_postponed(ScopeId each) {
  const Frame& frame = frames_[each];
  const document::FieldSet left = frame.postponed.without(frame.written);
  if (left.empty()) return;
  for (FieldSlot slot = 0; slot < frame.slots.size(); ++slot) {
    if (left.has(slot)) lose(frame.slots[slot], path(each, slot));
  }
}

void Frames::lose(const View& value, const std::string& path) {
  if (value.is_object()) {
    value.each_member([&](const View& name, const View& member) {
      if (member) lose(member, path_of(path, name.text()));
    });
  } else if (value.is_list()) {
    value.each([&](std::uint32_t index, const View& element) {
      lose(element, fmt::format("{}.{}", path, index));
    });
  } else if (value) {
    losses_.push_back({.path = "content." + path, .reason = forms::LossReason::absent});
  }
}

}  // namespace tradepost::edifact
