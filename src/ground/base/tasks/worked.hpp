#pragma once

#include <optional>
#include <utility>

#include "base/tasks/awaitables.hpp"
#include "base/tasks/completion.hpp"
#include "base/tasks/worker_pool.hpp"

namespace tradepost::base {

// Does the work in a pool, and continues on the executor of the task with its answer. Returns
// nullopt if too much work waits.
template <typename Answer, typename Work>
Task<std::optional<Answer>> worked(WorkerPool<NoTool>& workers, Work work) {
  Executor& executor = co_await this_executor();
  Completion<Answer> answered(executor);
  const bool is_taken = workers.post([work = std::move(work), done = answered.completer()](
                                         NoTool&) mutable { done.fulfil(work()); });
  if (!is_taken) co_return std::nullopt;
  Answer answer = co_await answered.wait();
  co_return std::optional<Answer>(std::move(answer));
}

}  // namespace tradepost::base
