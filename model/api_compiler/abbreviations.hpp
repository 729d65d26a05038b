#pragma once

#include <string>
#include <string_view>

#include "json.hpp"
#include "pieces.hpp"

// What model/api writes shorter than OpenAPI does, in full. docs/reference/api-description.md has
// the list.
namespace api_compiler {

// In the name of a schema that every kind of document has.
constexpr std::string_view kind_name = "{Kind}";

// A text, or its lines: one after the other they are a paragraph, an empty one ends it, and one
// that begins with "- " is an item of a list. {$name} is a limit in words.
Json text_in_full(const Json& text);

// {"$ref": …} to a component.
Json reference(std::string_view section, std::string_view name);

Json schema_in_full(const Json& schema, Pieces& pieces);
Json example_in_full(const Json& example, Pieces& pieces);

}  // namespace api_compiler
