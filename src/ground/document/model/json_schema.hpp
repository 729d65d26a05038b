#pragma once

#include <map>
#include <string>

#include "document/model/schema.hpp"

namespace tradepost::document {

// Returns the model as JSON Schema 2020-12, for the body that is POSTed: {"type": …, "content": …}.
// It has types, presence, lengths, dates, enums and depth. null is allowed wherever a field may be
// absent. It does not have rules over several fields, warnings, and the limit of 40 digits for
// numbers.
std::string json_schema(const KindRow& kind);
std::string json_schema_of_all_kinds();
// Returns every type by its name for OpenAPI's components/schemas, where they refer to each other.
// A field that the exchange fills in is a read-only object, as in answers.
std::map<std::string, std::string> json_schemas_of_all_types();

}  // namespace tradepost::document
