#pragma once

#include <string>
#include <string_view>

#include "document/view.hpp"

namespace tradepost::api {

// Every component that is no type of the document model, field by field, as HTML. Each has the id
// `shape-` and its name.
std::string html_of_shapes(const document::View& schemas);

// A reference to one, or where that is a document, to the types of documents.
std::string html_of_shape_name(std::string_view component);

}  // namespace tradepost::api
