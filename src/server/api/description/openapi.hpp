#pragma once

#include <string>
#include <string_view>

#include "api/wire/settings.hpp"

namespace tradepost::api {

// Returns the OpenAPI 3.1 description of all routes. {base_url} marks the place of the exchange's
// address, which needs no escaping in a JSON text.
std::string openapi_document(const FieldNames& names);

inline constexpr std::string_view base_url_mark = "{base_url}";

// Replaces the word `platform` in the names of fields by the configured word.
std::string with_field_names(std::string text, const FieldNames& names);

}  // namespace tradepost::api
