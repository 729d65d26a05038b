#pragma once

#include <vector>

#include "conventions/tree.hpp"

namespace tradepost::conventions {

// Functions, constants and types that a header of src/ or include/ declares and that nothing in
// the C++ of the tree uses. Any occurrence of the name counts as a use, so the check finds less
// than a compiler would, and has no false findings.
std::vector<Finding> faults_of_dead_names(const std::vector<File>& files);

}  // namespace tradepost::conventions
