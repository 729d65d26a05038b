#include "exchange/desk/slices.hpp"

#include "base/ground/limits.hpp"
#include "base/tasks/awaitables.hpp"

namespace tradepost::exchange {

base::Task<void> rest_behind_slice(base::SteadyTime began) {
  const base::Executor& executor = co_await base::this_executor();
  const base::SteadyTime now = executor.now();
  if (now > began) co_await base::sleep_until(now + base::limits::background_rests * (now - began));
}

}  // namespace tradepost::exchange
