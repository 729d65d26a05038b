#pragma once

#include <set>
#include <string>
#include <vector>

#include "conventions/tree.hpp"

namespace tradepost::conventions {

// Returns "Suite.name" of every TEST, TEST_F and TEST_P in the code of a file.
std::set<std::string> tests_in(const File& file);

// A map is a page of tables with three columns. The last column names the tests of a paragraph:
//
//   | 4.10 | on disk | `tests/x_test.cpp`: `Suite.name`, `Suite.other`; `tests/y/suite` |
//
// Each file must exist, and contain the tests that are named after it. A path alone is a whole
// suite. A row that names no test is a fault.
std::vector<Finding> faults_of_map(const File& map, const std::vector<File>& files);

// The first column of a row is a paragraph of the contract, and each paragraph of a chapter (4.10)
// has a row.
std::vector<Finding> faults_of_rows(const File& map, const std::set<std::string>& paragraphs);

// The number of a suite (Decision_4_10) is that of a paragraph.
std::vector<Finding> faults_of_suite_numbers(const std::vector<File>& files,
                                             const std::set<std::string>& paragraphs);

// A suite with a number in its name (Decision_4_10) must be on the map.
std::vector<Finding> faults_of_numbered_suites(const File& map, const std::vector<File>& files);

}  // namespace tradepost::conventions
