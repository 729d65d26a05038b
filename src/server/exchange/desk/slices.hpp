#pragma once

#include "base/tasks/executor.hpp"
#include "base/tasks/task.hpp"

namespace tradepost::exchange {

// Waits after a slice of background work that began at `began`. The pause is a multiple of the
// slice's duration, so that other work has most of the time.
base::Task<void> rest_behind_slice(base::SteadyTime began);

}  // namespace tradepost::exchange
