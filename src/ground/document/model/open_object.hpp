#pragma once

#include <array>
#include <cstdint>

#include "document/model/field_path.hpp"
#include "document/model/schema.hpp"

namespace tradepost::document {

// An object of a known type during its walk: its present fields and their tokens.
class OpenObject {
 public:
  OpenObject(std::uint8_t type_index, std::uint8_t level, const FieldPath& path,
             std::uint32_t token)
      : type_index_(type_index), level_(level), path_(&path), token_(token) {}

  std::uint8_t type_index() const { return type_index_; }
  // Returns the number of enclosing objects of the same type, through fields whose depth the model
  // bounds.
  std::uint8_t level() const { return level_; }
  const FieldPath& path() const { return *path_; }
  std::uint32_t token() const { return token_; }

  bool seen(FieldSlot slot) const { return seen_.has(slot); }
  void see(FieldSlot slot) { seen_.add(slot); }

  // Returns the present fields, without null ones.
  const FieldSet& present() const { return present_; }
  bool has(FieldSlot slot) const { return slot != no_slot && present_.has(slot); }
  void set(FieldSlot slot, std::uint32_t token) {
    present_.add(slot);
    tokens_[slot] = token;
  }
  std::uint32_t token_of(FieldSlot slot) const { return tokens_[slot]; }  // if present

 private:
  std::uint8_t type_index_;
  std::uint8_t level_;
  const FieldPath* path_;
  std::uint32_t token_;
  FieldSet seen_;
  FieldSet present_;
  std::array<std::uint32_t, fields_max>
      tokens_;  // not filled: only tokens of present fields are read
};

}  // namespace tradepost::document
