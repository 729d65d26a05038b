#pragma once

#include <set>
#include <string>
#include <vector>

#include "conventions/tree.hpp"

// docs/internals/contract-map.md is generated from the tests.
namespace tradepost::conventions {

// Returns "Suite.name" of every TEST, TEST_F and TEST_P in the code of a file.
std::set<std::string> tests_in(const File& file);

// Returns the paragraphs of the contract that the tests of a file cover, by its comments:
//
//   // Covers contract 2.1, 4.9 and 4.10.
std::set<std::string> covered_by(const File& file);

// Returns the page: a row for each paragraph of a chapter (4.10), in the order of the contract.
std::string contract_map(const std::vector<File>& files);

// Returns the paragraphs of a chapter that no test covers.
std::vector<Finding> faults_of_coverage(const std::vector<File>& files);

}  // namespace tradepost::conventions
