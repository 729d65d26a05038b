#pragma once

#include <functional>
#include <string>
#include <vector>

#include "conventions/tree.hpp"

namespace tradepost::conventions {

// Whether there is a file or folder at a path from the top of the tree.
using Exists = std::function<bool(const std::string& path)>;

// Links of a page that lead to a file lead to one that is there.
std::vector<Finding> faults_of_links(const File& page, const Exists& exists);

// Paths that a page names in `code` or in blocks are there. A path begins with one of the tops
// (`src/`, `./`); one with a placeholder (<name>, *) stands for many and is left alone.
std::vector<Finding> faults_of_paths(const File& page, const std::vector<std::string>& tops,
                                     const Exists& exists);

}  // namespace tradepost::conventions
