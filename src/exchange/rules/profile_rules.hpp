#pragma once

#include <string_view>
#include <vector>

#include "exchange/model/directory.hpp"

namespace tradepost::exchange {

// The faults of a new state of a participant: its name, identifiers, internal numbers, agents and
// requirements. Whether its identifiers are free is decided in the commit.
std::vector<Finding> faults_of_profile(const Directory& directory, const Participant& participant);

// Without those that are compared as equal to an earlier one.
std::vector<Identifier> without_repeats(std::vector<Identifier> identifiers);
bool contains(const std::vector<Identifier>& identifiers, const Identifier& identifier);

}  // namespace tradepost::exchange
