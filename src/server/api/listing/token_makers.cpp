#include "api/listing/token_makers.hpp"

#include <utility>
#include <vector>

namespace tradepost::api {

base::Task<base::Result<exchange::PersonNames>> names_of_makers(
    LoopContext& context, std::span<const exchange::Token> tokens,
    std::optional<exchange::ParticipantId> of) {
  std::vector<exchange::Actor> makers;
  for (const exchange::Token& token : tokens) {
    if (token.created_by) makers.push_back(*token.created_by);
  }
  auto naming = exchange::names_of(context.people, std::move(makers), of, context.deadline());
  co_return co_await std::move(naming);
}

}  // namespace tradepost::api
