#pragma once

#include <vector>

#include "conventions/tree.hpp"

namespace tradepost::conventions {

// Functions, constants and types that a header of src/ or include/ declares, and that stand nowhere
// in the C++ of the tree but where they are declared and defined. A name is taken for used where
// anything of that name is: the check finds less than a compiler would, and nothing that is alive.
std::vector<Finding> faults_of_dead_names(const std::vector<File>& files);

}  // namespace tradepost::conventions
