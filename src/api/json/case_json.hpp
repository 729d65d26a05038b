#pragma once

#include <optional>
#include <string>

#include "api/language/german.hpp"
#include "base/text/json_writer.hpp"
#include "exchange/views/cases.hpp"
#include "exchange/views/history.hpp"

namespace tradepost::api {

// {"data": …}: a case as its participants see it (contract 8.4); of a rejection also the document's
// findings, and the part of it that is kept (contract 4.2).
std::string case_json(const exchange::FoundCase& found, const exchange::Directory& directory,
                      Language language = Language::english);

// Likewise, with the beginning of the document that the case is about, if the viewer may see it:
// the bearer of a link has no other way to it (contract 8.7).
std::string linked_case_json(const exchange::FoundCase& found,
                             const std::optional<exchange::Shown>& subject,
                             const exchange::Directory& directory,
                             Language language = Language::english);

// A case as lists show it: without comments, and without the document that was refused.
void write_case(base::JsonWriter& json, const exchange::Case& value,
                const exchange::Directory& directory, Language language = Language::english);

}  // namespace tradepost::api
