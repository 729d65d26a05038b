#include "api/request/idempotency.hpp"

namespace tradepost::api {

base::Task<std::optional<KeyLease>> wait_for_key(LoopContext& context, KeyName name) {
  const base::SteadyTime end = context.loop.now() + base::limits::key_wait_max;
  for (;;) {
    base::Completion<bool> freed(context.loop);
    std::optional<KeyLease> taken =
        context.services.limits.running_keys.take(name, freed.completer());
    if (taken) co_return std::move(taken);
    const auto is_free = co_await freed.wait_until(end);
    if (!is_free) co_return std::nullopt;
  }
}

http::Response marked(http::Response response, exchange::Given given) {
  if (given == exchange::Given::again) response.header("Idempotency-Replayed", "true");
  return response;
}

}  // namespace tradepost::api
