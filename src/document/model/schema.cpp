#include "document/model/schema.hpp"

#include <algorithm>

#include "base/ground/check.hpp"
#include "base/text/text.hpp"
#include "document/model/model_tables.hpp"

namespace tradepost::document {

std::span<const KindRow> kinds() {
  return tables::kind_rows;
}
std::span<const TypeRow> types() {
  return tables::type_rows;
}
std::span<const EnumRow> enums() {
  return tables::enum_rows;
}

const KindRow& row_of(Kind kind) {
  const auto index = static_cast<std::size_t>(kind);
  CHECK(index < tables::kind_rows.size());
  return tables::kind_rows[index];
}

const KindRow* find_kind_row(std::string_view name) {
  for (const auto& row : tables::kind_rows) {
    if (row.name == name) return &row;
  }
  return nullptr;
}

const FieldRow* field_at(const KindRow& kind, std::string_view path) {
  constexpr std::string_view content = "content.";
  if (!path.starts_with(content)) return nullptr;
  path.remove_prefix(content.size());
  const TypeRow* type = &types()[kind.type];
  const FieldRow* field = nullptr;
  while (!path.empty()) {
    const auto step = path.substr(0, path.find('.'));
    path.remove_prefix(std::min(step.size() + 1, path.size()));
    const bool is_index = !step.empty() && base::is_ascii_digit(step.front());
    if (is_index) continue;
    const auto slot = type == nullptr ? no_slot : type->find(step);
    if (slot == no_slot) return nullptr;
    field = &type->fields[slot];
    type = field->value == ValueType::object ? &type_of(*field) : nullptr;
  }
  return field;
}

}  // namespace tradepost::document
