#pragma once

#include <string>
#include <string_view>

#include "document/json/view.hpp"

// Looking into JSON that was read (document/json_reader.hpp): answers of an exchange, and
// documents.
namespace tradepost::app {

// The member at a path of names and places, content.items.0.quantity; nothing where it is not.
document::View at(const document::View& value, std::string_view path);
// The last one on the way to it that is there: the value itself, its list, the object it misses in.
document::View nearest(const document::View& value, std::string_view path);

// The text there, or the number as it stands; empty where there is neither.
std::string text_at(const document::View& value, std::string_view path);
// The texts of a list, with commas between them.
std::string joined(const document::View& list);
bool is_true(const document::View& value);
bool is_flag(const document::View& value);  // true or false

// The bytes of a value, as they stand in the text that was read.
std::string_view bytes_of(const document::View& value, std::string_view text);
// The same on one line, without insignificant white space.
std::string on_one_line(std::string_view json);

}  // namespace tradepost::app
