#pragma once

#include "api/language/german.hpp"
#include "http/message/response.hpp"

namespace tradepost::api {

// Adds the headers of an answer whose sentences are in `language`: a cache keeps one answer for
// each language.
http::Response in_language(http::Response response, Language language);

// Replaces the English sentences of a JSON answer: `message`, and the sentences of findings. Other
// members stay byte for byte. An answer that has its language already is left alone.
void translate(http::Response& response);

}  // namespace tradepost::api
