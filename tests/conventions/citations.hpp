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

// The paragraphs of docs/reference/contract.md and of its chapters in docs/reference/contract/ are
// those of `contract`, and so for every page of docs/ that has any.
using Paragraphs = std::map<std::string, std::set<std::string>>;
Paragraphs paragraphs_of(const std::vector<File>& files);

// A citation is the name of such a page and the number of a paragraph, or several of them, in a
// comment or on a page; a list may go on in the next line. Each leads to a paragraph. A number
// after the name of a page that has none, or is not here (`stores.md`), is a fault, too.
std::vector<Finding> faults_of_citations(const File& file, const Paragraphs& paragraphs);

// On a page of the contract a number in brackets is a paragraph of the contract.
std::vector<Finding> faults_of_own_citations(const File& file, const std::set<std::string>& own);

// A number that two paragraphs have cites neither.
std::vector<Finding> faults_of_numbers(const std::vector<File>& files);

}  // namespace tradepost::conventions
