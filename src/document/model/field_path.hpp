#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace tradepost::document {

// The path to a value of a document: a chain of names and list positions that lives on the stack,
// so that a good document pays nothing for it. Written out only when something is found there.
class FieldPath {
 public:
  FieldPath() = default;
  FieldPath(const FieldPath* parent, std::string_view name) : parent_(parent), name_(name) {}
  FieldPath(const FieldPath* parent, std::uint32_t index) : parent_(parent), index_(index) {}

  const FieldPath* parent() const { return parent_; }
  std::string_view name() const { return name_; }  // empty: a list position, or the root

  // content.items.2.quantity, as answers name it; zero-based.
  std::string text() const;
  // item.quantity, as codes name it: without content and positions, elements of a list in the
  // singular.
  std::string code() const;
  // "Item 3: quantity", as people read it; one-based.
  std::string words() const;

 private:
  bool is_element() const { return parent_ != nullptr && name_.empty(); }

  const FieldPath* parent_ = nullptr;
  std::string_view name_;
  std::uint32_t index_ = 0;
};

// transportUnits → transportUnit, batches → batch
std::string_view singular(std::string_view list_name);

// requestedDeliveryDate → "requested delivery date", isDepositItem → "deposit item flag", hsCode →
// "HS code"
std::string spaced(std::string_view field_name);

}  // namespace tradepost::document
