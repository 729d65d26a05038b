#pragma once

#include <set>
#include <string>
#include <vector>

#include "conventions/tree.hpp"

namespace tradepost::conventions {

// Returns the sources in compile_commands.json, as paths from the top of the tree.
std::set<std::string> compiled_in(const File& compile_commands, const std::string& top);

// Returns the sources of a batch, which are compiled together (cmake/batches.cmake).
std::set<std::string> compiled_in_batch(const File& batch);

// A source that no target compiles is dead code.
std::vector<Finding> faults_of_build(const std::vector<File>& files,
                                     const std::set<std::string>& compiled);

// The maximum number of sources of a folder in src/, without tests. Larger ones need parts.
inline constexpr std::size_t sources_in_a_folder_max = 25;
std::vector<Finding> faults_of_folders(const std::vector<File>& files);

// Each folder of tests/ is a suite: it has a script of that name, or GoogleTest sources. Each
// script is executable.
std::vector<Finding> faults_of_suites(const std::vector<File>& files);

// Files that the build writes are not in git.
std::vector<Finding> faults_of_generated(const std::vector<File>& files,
                                         const std::set<std::string>& generated);

// Each package that setup/packages installs is named, with its reason, on the page of dependencies.
std::vector<Finding> faults_of_packages(const File& packages, const File& page);

}  // namespace tradepost::conventions
