#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "conventions/tree.hpp"

namespace tradepost::conventions {

// A phrase that plain technical English replaces by a more precise one.
//
// `words` has one part for each word, separated by spaces. A part is a list of alternatives
// (`is|are`), a list that must not match (`!longer|more`), or `^`: the beginning of the text, or
// one of . : ; , ( before the next word. `^` can be an alternative.
struct Phrase {
  std::string_view words;
  std::string_view reason;
  std::string_view replacement;
};

std::span<const Phrase> discouraged_phrases();

// Returns the occurrences of the phrases in a text file. Lines are joined, because a phrase can
// continue on the next line. Blocks of code on pages are skipped.
std::vector<Finding> faults_of_wording(const File& file);

// Returns true for hand-written pages, and for docs/reference/commands.md, which has the texts of
// --help.
bool is_written_page(const File& file);

// Returns true for the description of the API.
bool is_api_description(const File& file);

// Returns true for pages whose readers use tradepost without its source: README and the pages of
// docs/ except the contract, decisions and internals.
bool is_user_page(const File& file);

// Returns the paths in tests/ and the names of tests (`Suite.test_name`) on a page of users.
std::vector<Finding> faults_of_test_names(const File& page, const std::vector<File>& files);

}  // namespace tradepost::conventions
