#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "exchange/model/model.hpp"

// Simulated companies are participants that trade with one other participant, in TEST only
// (contract 16). Their ids mark them: version 8 of RFC 9562, which no generator of ids makes. An id
// is derived from the participant and the role, so each node finds the same company.
namespace tradepost::exchange {

enum class SimulatedRole : std::uint8_t { supplier = 1, buyer = 2 };
inline constexpr SimulatedRole simulated_roles[] = {SimulatedRole::supplier, SimulatedRole::buyer};
std::string_view name_of(SimulatedRole role);  // supplier
std::optional<SimulatedRole> simulated_role_of(std::string_view name);

ParticipantId simulated_id(ParticipantId owner, SimulatedRole role);
bool is_simulated(ParticipantId id);

}  // namespace tradepost::exchange
