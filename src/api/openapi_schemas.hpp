#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tradepost::api {

// A component of /openapi.json that is no type of the document model. `platform` in the three field
// names is replaced by the word that holds.
struct NamedSchema {
  std::string_view name;
  std::string json;
};
std::vector<NamedSchema> schemas_of_answers();

// By subject; schemas_of_answers() has them all.
std::vector<NamedSchema> schemas_of_trading();
std::vector<NamedSchema> schemas_of_history();
std::vector<NamedSchema> schemas_of_cases();
std::vector<NamedSchema> schemas_of_partners();
std::vector<NamedSchema> schemas_of_administration();
std::vector<NamedSchema> schemas_of_relationships();
std::vector<NamedSchema> schemas_of_operation();
std::vector<NamedSchema> schemas_of_webhooks();

// What these are made of: those that are written as they are, and those that are put together.
struct SchemaText {
  std::string_view name;
  std::string_view json;
};
std::vector<NamedSchema> with_texts(std::span<const SchemaText> written,
                                    std::vector<NamedSchema> made);

// A page whose items are like this JSON Schema (contract 6.1).
std::string page_schema(std::string_view items);
// {"data": …} of a component.
std::string data_schema(std::string_view component);

}  // namespace tradepost::api
