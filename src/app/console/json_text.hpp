#pragma once

#include <string>
#include <string_view>

#include "document/json/view.hpp"

// Access to JSON that was read (document/json_reader.hpp): answers of an exchange, and documents.
namespace tradepost::app {

// Returns the value at a path of names and indexes (content.items.0.quantity), or an empty view.
document::View at(const document::View& value, std::string_view path);
// Returns the last existing value on the path: the value, its list, or the object that lacks it.
document::View nearest(const document::View& value, std::string_view path);

// Returns the text there, or a number in its original notation; otherwise an empty text.
std::string text_at(const document::View& value, std::string_view path);
// Joins the texts of a list with commas.
std::string joined(const document::View& list);
bool is_true(const document::View& value);
bool is_flag(const document::View& value);  // true or false

// Returns the bytes of a value in the text that was read.
std::string_view bytes_of(const document::View& value, std::string_view text);
// Removes insignificant white space.
std::string on_one_line(std::string_view json);

}  // namespace tradepost::app
