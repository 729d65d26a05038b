#pragma once

#include <map>
#include <string>

#include "document/model/schema.hpp"

namespace tradepost::document {

// The model as JSON Schema 2020-12, for the body that is POSTed: {"type": …, "content": …}. It says
// what a schema can say: types, presence, lengths, dates, enums, depth. null is allowed wherever a
// field may be absent. Rules over several fields, warnings, and the 40 digits of a number are not
// in it.
std::string json_schema(const KindRow& kind);
std::string json_schema_of_all_kinds();
// Every type by its name, as OpenAPI's components/schemas hold them: they name each other there.
// What the exchange fills in is an object that is read only, as answers have it.
std::map<std::string, std::string> json_schemas_of_all_types();

}  // namespace tradepost::document
