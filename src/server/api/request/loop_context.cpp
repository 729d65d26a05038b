#include "api/request/loop_context.hpp"

#include "exchange/desk/access.hpp"
#include "exchange/people/person_access.hpp"

namespace tradepost::api {

bool is_still_admitted(const LoopContext& context, const exchange::Caller& caller) {
  const exchange::DirectoryPtr directory = context.services.directory.current();
  const base::Instant now = context.services.clock.now();
  if (caller.person == exchange::PersonId()) return is_still_valid(caller, *directory, now);
  return is_still_in_session(caller, *directory, context.services.store.epoch(), now);
}

void mark_use_of_token(const LoopContext& context, const exchange::Caller& caller) {
  if (caller.person != exchange::PersonId()) return;
  context.services.token_uses.mark(caller.token, context.services.clock.now());
}

}  // namespace tradepost::api
