#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

// JSON taken apart without changing a byte of it: what a document's content is compared by.
namespace tradepost::serving_load {

// The members of an object, each as it stands in the text. What is no object fails the test.
using Members = std::map<std::string, std::string, std::less<>>;
Members members_of(std::string_view object);
// The elements of a list, likewise.
std::vector<std::string> elements_of(std::string_view list);
// The text of a text without escapes; "" of null.
std::string text_of(std::string_view value);

// A member that must be there.
const std::string& member(const Members& members, std::string_view name);

}  // namespace tradepost::serving_load
