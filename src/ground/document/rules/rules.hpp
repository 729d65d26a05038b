#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "document/json/tokens.hpp"
#include "document/json/view.hpp"
#include "document/model/open_object.hpp"
#include "document/rules/report.hpp"

namespace tradepost::document {

// The rules over more than one field (contract 4.4). Each runs once, at the end of its object. A
// field that it reads may still be of a wrong type; then the rule does nothing, because that fault
// has been reported already.
class Rules {
 public:
  Rules(const Tokens& tokens, const KindRow& kind, Report& report)
      : tokens_(tokens), kind_(kind), report_(report) {}

  void object_closed(const OpenObject& object, std::uint32_t list_index);
  void content_closed(const OpenObject& content);

  // Begin and end a list of objects. Lists nest, so end_list() takes the result of begin_list().
  std::size_t begin_list() const { return line_numbers_.size(); }
  void end_list(std::size_t begun, const FieldPath& list);

 private:
  struct LineNumber {
    std::int64_t number;
    std::uint32_t index;
    std::uint32_t token;
  };

  View value(const OpenObject& object, FieldSlot slot) const {
    return object.has(slot) ? View(tokens_, object.token_of(slot)) : View();
  }
  void identifiers_are_filled(const OpenObject& object);
  void check_digit_is_right(const OpenObject& object);
  void modification_says_how_much(const OpenObject& object);
  void unit_holds_something(const OpenObject& object);
  void open_quantity_is_settled(const OpenObject& object);
  void batches_add_up(const OpenObject& object);
  void note_line_number(const OpenObject& object, std::uint32_t list_index);
  void note_modifications(const OpenObject& object);

  void response_fits_its_type(const OpenObject& content);
  void no_confirmed_delivery_on_reject(const OpenObject& content, View header, View items);
  void modifications_have_a_summary(const OpenObject& content);

  const Tokens& tokens_;
  const KindRow& kind_;
  Report& report_;
  std::vector<LineNumber> line_numbers_;
  bool has_modifications_ = false;
};

}  // namespace tradepost::document
