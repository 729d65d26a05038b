#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "document/model/fault.hpp"
#include "paper/words.hpp"

namespace tradepost::api {

// The language of the sentences in an answer (contract 11.10). Documents and texts of participants
// are not translated.
using paper::Language;

// The German forms of English sentences, from model/german. A sentence is recognised by its text,
// so that stored findings have a German form, too. The parameters of the English sentence are the
// parameters of the German one.
namespace german {

// The sentence of an error with this code. A sentence without a translation becomes the general
// sentence of the code.
std::string of_error(std::string_view code, std::string_view english);
// Returns nullopt if no translation is known.
std::optional<std::string> of_finding(const document::Finding& finding);
// A sentence whose code and path are unknown: the reason of a case, the text of an event.
std::optional<std::string> of_text(std::string_view english);

// The words of a path: "Position 3, Menge" for content.items.2.quantity.
std::string words_of(std::string_view path);

// The same findings with German sentences. A sentence without a translation stays English.
std::vector<document::Finding> of_findings(std::span<const document::Finding> findings);

}  // namespace german
}  // namespace tradepost::api
