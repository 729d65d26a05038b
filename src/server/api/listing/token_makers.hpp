#pragma once

#include <optional>
#include <span>

#include "api/request/loop_context.hpp"
#include "base/tasks/task.hpp"
#include "exchange/people/person_names.hpp"

namespace tradepost::api {

// Returns the names of the people who made these tokens: with `of`, only of the people of that
// participant.
base::Task<base::Result<exchange::PersonNames>> names_of_makers(
    LoopContext& context, std::span<const exchange::Token> tokens,
    std::optional<exchange::ParticipantId> of);

}  // namespace tradepost::api
