#pragma once

#include <functional>
#include <string>
#include <vector>

#include "conventions/tree.hpp"

namespace tradepost::conventions {

// Returns true if a path from the top of the tree is a file or folder.
using Exists = std::function<bool(const std::string& path)>;

// Links of a page to files must lead to existing ones.
std::vector<Finding> faults_of_links(const File& page, const Exists& exists);

// Paths that a page names in `code` or in blocks must exist. A path begins with one of the tops
// (`src/`, `./`). Paths with a placeholder (<name>, *) are skipped.
std::vector<Finding> faults_of_paths(const File& page, const std::vector<std::string>& tops,
                                     const Exists& exists);

}  // namespace tradepost::conventions
