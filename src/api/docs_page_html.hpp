#pragma once

#include <string>
#include <string_view>

namespace tradepost::api {

// The Markdown that our own texts are written in: paragraphs, headings, lists, tables, `code`,
// **strong**, [links](#to). Whatever else stands there is text. The words of a heading but the
// first rank are its id, behind `id_prefix`.
std::string html_of_markdown(std::string_view markdown, std::string_view id_prefix = "");

}  // namespace tradepost::api
