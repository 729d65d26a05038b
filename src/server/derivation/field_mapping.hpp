#pragma once

#include <array>
#include <span>

#include "derivation/derivation.hpp"
#include "document/json/view.hpp"
#include "document/model/schema.hpp"

namespace tradepost::derivation {

using document::FieldSlot;
using document::TypeRow;
using document::View;

using Members = std::array<View, document::fields_max>;  // of an object, in the slots of its type

// Maps the fields of one type to those fields of another that have the same name and value type.
class FieldMapping {
 public:
  FieldMapping(const TypeRow& target, const TypeRow& source, std::span<const Renamed> renamed);

  const TypeRow& target() const { return target_; }
  Members members_of(const View& object) const;  // an object of the source type
  View value(const Members& members, FieldSlot target_slot) const {
    const FieldSlot slot = sources_[target_slot];
    return slot == document::no_slot ? View() : members[slot];
  }

 private:
  const TypeRow& target_;
  const TypeRow& source_;
  std::array<FieldSlot, document::fields_max> sources_;  // by target slot
};

}  // namespace tradepost::derivation
