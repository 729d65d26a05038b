#pragma once

#include <optional>
#include <string>

#include "api/language/german.hpp"
#include "base/text/json_writer.hpp"
#include "exchange/people/person_names.hpp"
#include "exchange/views/cases.hpp"
#include "exchange/views/history.hpp"

namespace tradepost::api {

// Returns {"data": …}: a case as its participants see it (contract 8.4). A rejection includes the
// document's findings and the stored part of the document (contract 4.2).
std::string case_json(const exchange::FoundCase& found, const exchange::Directory& directory,
                      const exchange::PersonNames& people, Language language);

// Returns case_json() plus the beginning of the case's document, if the viewer may see it. The
// bearer of a link has no other access to the document (contract 8.7).
std::string linked_case_json(const exchange::FoundCase& found,
                             const std::optional<exchange::Shown>& subject,
                             const exchange::Directory& directory, Language language);

// Writes a case for lists: without comments and without the refused document.
void write_case(base::JsonWriter& json, const exchange::Case& value,
                const exchange::Directory& directory, Language language = Language::english);

}  // namespace tradepost::api
