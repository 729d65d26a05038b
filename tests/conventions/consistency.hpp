#pragma once

#include <set>
#include <string>
#include <vector>

#include "conventions/citations.hpp"
#include "conventions/tree.hpp"

namespace tradepost::conventions {

// Each chapter of the contract has a row in the table of docs/reference/contract.md that names
// exactly the paragraphs of the chapter: `| [2. Endpoints](contract/2-endpoints.md) | 2.1 …; 2.2 …
// |`.
std::vector<Finding> faults_of_contents(const File& contents, const std::vector<File>& files);

// Paths `docs/….md` in sources, scripts and descriptions lead to pages.
std::vector<Finding> faults_of_named_pages(const File& file, const std::set<std::string>& pages);

// Return the names of metrics in the C++ files of src/, and those on a page.
std::set<std::string> metrics_in(const std::vector<File>& files);
std::set<std::string> metrics_on(const File& page);

// Returns the version of `project(tradepost VERSION …)`.
std::string project_version(const File& cmake_lists);

// The versions of the client packages and of the changelog are that of the project.
std::vector<Finding> faults_of_versions(const std::vector<File>& files, const std::string& version);

}  // namespace tradepost::conventions
