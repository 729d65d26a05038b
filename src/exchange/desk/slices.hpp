#pragma once

#include "base/tasks/executor.hpp"
#include "base/tasks/task.hpp"

namespace tradepost::exchange {

// Behind a slice of work that nobody waits for, which began then: so much longer than it took that
// most of the time is the others'.
base::Task<void> rest_behind_slice(base::SteadyTime began);

}  // namespace tradepost::exchange
