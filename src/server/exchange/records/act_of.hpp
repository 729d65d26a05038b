#pragma once

#include <optional>

#include "exchange/model/act.hpp"
#include "exchange/model/effects.hpp"

namespace tradepost::exchange {

// Returns the act (contract 9.2) of an effect, or nullopt if the effect is not an act. Pure.
std::optional<Act> act_of(const Effect& effect);

}  // namespace tradepost::exchange
