#pragma once

#include <string>
#include <string_view>

#include "json.hpp"
#include "pieces.hpp"

// Expands the shorthand of model/api to OpenAPI. docs/reference/api-description.md has the list.
namespace api_compiler {

// The part of a schema's name that marks a schema for every kind of document.
constexpr std::string_view kind_name = "{Kind}";

// Expands a text or its lines. Lines form a paragraph, an empty line ends it, and a line that
// begins with "- " is an item of a list. {$name} is a limit in words.
Json text_in_full(const Json& text);

// Returns {"$ref": …} to a component.
Json reference(std::string_view section, std::string_view name);

Json schema_in_full(const Json& schema, Pieces& pieces);
Json example_in_full(const Json& example, Pieces& pieces);

}  // namespace api_compiler
