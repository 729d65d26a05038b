#pragma once

#include <string_view>
#include <vector>

#include "exchange/model/directory.hpp"

namespace tradepost::exchange {

// Returns the faults of a participant's new state: its name, identifiers, internal numbers, agents
// and requirements. The commit decides whether its identifiers are free.
std::vector<Finding> faults_of_profile(const Directory& directory, const Participant& participant);

// Removes identifiers that are equal to an earlier one by comparable().
std::vector<Identifier> without_repeats(std::vector<Identifier> identifiers);
bool contains(const std::vector<Identifier>& identifiers, const Identifier& identifier);

}  // namespace tradepost::exchange
