#include "document/model/schema.hpp"

#include "base/ground/check.hpp"
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

}  // namespace tradepost::document
