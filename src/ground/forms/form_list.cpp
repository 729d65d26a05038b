#include <algorithm>

#include "forms/form_tables.hpp"
#include "forms/forms.hpp"

// The names of the forms. A program that asks for these only does not link the readers.
namespace tradepost::forms {

std::span<const FormRow> forms() {
  return form_rows;
}

const FormRow* find_form(std::string_view name) {
  const auto found = std::ranges::find(form_rows, name, &FormRow::name);
  return found == form_rows.end() ? nullptr : &*found;
}

const FormRow* form_with_rules(std::string_view rules) {
  const auto found = std::ranges::find(form_rows, rules, [&](const FormRow& form) {
    return rules_names.at(static_cast<std::size_t>(form.rules));
  });
  return found == form_rows.end() ? nullptr : &*found;
}

bool has_form(document::Kind kind) {
  return kind == document::Kind::invoice || kind == document::Kind::credit_note;
}

}  // namespace tradepost::forms
