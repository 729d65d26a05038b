#include "derivation/field_mapping.hpp"

#include <algorithm>

namespace tradepost::derivation {
namespace {

using document::FieldRow;
using document::no_slot;
using document::ValueType;

bool has_same_values(const FieldRow& one, const FieldRow& other) {
  if (one.value != other.value || one.shape != other.shape) return false;
  const bool has_target = one.value == ValueType::object || one.value == ValueType::choice;
  return !has_target || one.target == other.target;
}

}  // namespace

FieldMapping::FieldMapping(const TypeRow& target, const TypeRow& source,
                           std::span<const Renamed> renamed)
    : target_(target), source_(source) {
  sources_.fill(no_slot);
  for (FieldSlot slot = 0; slot < target.fields.size(); ++slot) {
    const FieldRow& field = target.fields[slot];
    const auto other = std::ranges::find(renamed, field.name, &Renamed::field);
    const FieldSlot from = source.find(other == renamed.end() ? field.name : other->source);
    if (from != no_slot && has_same_values(field, source.fields[from])) sources_[slot] = from;
  }
}

Members FieldMapping::members_of(const View& object) const {
  Members members;
  object.each_member([&](const View& name, const View& value) {
    const FieldSlot slot = source_.find(name.text());
    if (slot != no_slot) members[slot] = value;
  });
  return members;
}

}  // namespace tradepost::derivation
