#pragma once

#include <set>
#include <string>
#include <vector>

#include "conventions/tree.hpp"

namespace tradepost::conventions {

// The sources of compile_commands.json, from the top of the tree.
std::set<std::string> compiled_in(const File& compile_commands, const std::string& top);

// The sources of a batch, which are compiled together (cmake/batches.cmake).
std::set<std::string> compiled_in_batch(const File& batch);

// A source that no target compiles is dead, and nobody notices.
std::vector<Finding> faults_of_build(const std::vector<File>& files,
                                     const std::set<std::string>& compiled);

// A folder of src/ has so many sources at most, not counting tests: more of them have parts.
inline constexpr std::size_t sources_in_a_folder_max = 25;
std::vector<Finding> faults_of_folders(const std::vector<File>& files);

// Every folder of tests/ is a suite: it has a script of that name, or GoogleTest sources. Every
// script can be run.
std::vector<Finding> faults_of_suites(const std::vector<File>& files);

// What the build writes is not in git, under no folder.
std::vector<Finding> faults_of_generated(const std::vector<File>& files,
                                         const std::set<std::string>& generated);

// Each package that setup/packages installs is named, with its reason, on the page of dependencies.
std::vector<Finding> faults_of_packages(const File& packages, const File& page);

}  // namespace tradepost::conventions
