#include "api/request/loop_context.hpp"

#include <algorithm>
#include <variant>

#include "exchange/administration/operators.hpp"
#include "exchange/desk/access.hpp"
#include "exchange/people/person_access.hpp"

namespace tradepost::api {

bool is_still_admitted(const LoopContext& context, const exchange::Caller& caller) {
  const exchange::DirectoryPtr directory = context.services.directory.current();
  const base::Instant now = context.services.clock.now();
  if (caller.person == exchange::PersonId()) return is_still_valid(caller, *directory, now);
  return is_still_in_session(caller, *directory, context.services.store.epoch(), now);
}

bool is_still_admitted(const LoopContext& context, exchange::OperatorId by, const Cookie& cookie) {
  const exchange::DirectoryPtr directory = context.services.directory.current();
  if (const auto* who = std::get_if<SignedIn>(&cookie)) {
    const auto living =
        exchange::living_session(*directory, who->person, who->session.id,
                                 context.services.store.epoch(), context.services.clock.now());
    return living && std::holds_alternative<exchange::OperatorSession>(living->access);
  }
  const auto all = exchange::operators_of(*directory);
  return std::ranges::find(all, by, &exchange::Operator::id) != all.end();
}

void mark_use_of_token(const LoopContext& context, const exchange::Caller& caller) {
  if (caller.person != exchange::PersonId()) return;
  context.services.token_uses.mark(caller.token, context.services.clock.now());
}

}  // namespace tradepost::api
