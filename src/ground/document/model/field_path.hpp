#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace tradepost::document {

// The path to a value of a document: a chain of names and list positions on the stack, so that a
// valid document has no cost for it. It becomes a text only for a finding.
class FieldPath {
 public:
  FieldPath() = default;
  FieldPath(const FieldPath* parent, std::string_view name) : parent_(parent), name_(name) {}
  FieldPath(const FieldPath* parent, std::uint32_t index) : parent_(parent), index_(index) {}

  const FieldPath* parent() const { return parent_; }
  std::string_view name() const { return name_; }  // empty: a list position, or the root

  // Returns the form for answers: content.items.2.quantity, with zero-based positions.
  std::string text() const;
  // Returns the form for codes: item.quantity, without content and positions, and with elements of
  // a list in the singular.
  std::string code() const;
  // Returns the form for people: "Item 3: quantity", with one-based positions.
  std::string words() const;

 private:
  bool is_element() const { return parent_ != nullptr && name_.empty(); }

  const FieldPath* parent_ = nullptr;
  std::string_view name_;
  std::uint32_t index_ = 0;
};

// Returns the singular of a list's name: transportUnits → transportUnit, batches → batch.
std::string_view singular(std::string_view list_name);

// Returns a field name as words: requestedDeliveryDate → "requested delivery date", isDepositItem →
// "deposit item flag", hsCode → "HS code".
std::string spaced(std::string_view field_name);

}  // namespace tradepost::document
