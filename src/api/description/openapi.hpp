#pragma once

#include <string>
#include <string_view>

#include "api/wire/settings.hpp"

namespace tradepost::api {

// OpenAPI 3.1 of all routes. Where {base_url} stands in it, the exchange's own address belongs: a
// JSON text may hold it as it is.
std::string openapi_document(const FieldNames& names);

inline constexpr std::string_view base_url_mark = "{base_url}";

// Words of ours in which `platform` stands, with the word that holds.
std::string with_field_names(std::string text, const FieldNames& names);

}  // namespace tradepost::api
