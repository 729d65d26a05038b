#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "conventions/tree.hpp"

namespace tradepost::conventions {

// The numbers of a page's paragraphs. A paragraph begins with its number, as a heading or in bold:
//
//   # 4. Sending        ## 4.9 Idempotency keys        **1.3 Intents.** To take what …
std::set<std::string> paragraphs_in(const File& page);

// The paragraphs of `contract` are in docs/reference/contract.md and in its chapters in
// docs/reference/contract/. The same holds for each page of docs/ with paragraphs.
using Paragraphs = std::map<std::string, std::set<std::string>>;
Paragraphs paragraphs_of(const std::vector<File>& files);

// A citation is the name of such a page and the number of one or more paragraphs, in a comment or
// on a page. A list may continue on the next line. Each number must be a paragraph. A number after
// the name of a page that has no paragraphs, or does not exist (`stores.md`), is also a fault.
std::vector<Finding> faults_of_citations(const File& file, const Paragraphs& paragraphs);

// On a page of the contract a number in brackets is a paragraph of the contract.
std::vector<Finding> faults_of_own_citations(const File& file, const std::set<std::string>& own);

// The number of a paragraph is unique on its page.
std::vector<Finding> faults_of_numbers(const std::vector<File>& files);

}  // namespace tradepost::conventions
