#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

// Splits JSON without a change of its bytes, to compare the contents of documents.
namespace tradepost::traders {

// The members of an object, each with its exact bytes. Text that is not an object fails the test.
using Members = std::map<std::string, std::string, std::less<>>;
Members members_of(std::string_view object);
// Returns the elements of a list, each with its exact bytes. Other text fails the test.
std::vector<std::string> elements_of(std::string_view list);
// Returns a string without its quotes, or "" for null. A string with escapes fails the test.
std::string text_of(std::string_view value);

// Returns a member that must exist.
const std::string& member(const Members& members, std::string_view name);

}  // namespace tradepost::traders
