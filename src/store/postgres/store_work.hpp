#pragma once

#include <optional>
#include <utility>

#include "base/tasks/awaitables.hpp"
#include "base/tasks/completion.hpp"
#include "base/tasks/task.hpp"
#include "store/postgres/postgres_store.hpp"

namespace tradepost::store::postgres {

base::Error too_busy();

template <typename Answer>
Answering<Answer> PostgresStore::work_in(Pool& pool, WorkOf<Answer> work, exchange::Actor asker,
                                         Deadline deadline) {
  base::Executor& executor = co_await base::this_executor();
  base::Completion<base::Result<Answer>> answered(executor);
  const bool is_taken = pool.post([work = std::move(work), completer = answered.completer()](
                                      Link& link) mutable { completer.fulfil(work(link)); },
                                  asker);
  if (!is_taken) co_return base::refuse(too_busy());
  std::optional<base::Result<Answer>> answer = co_await answered.wait_until(deadline);
  if (!answer) co_return base::refuse(too_busy());
  co_return *std::move(answer);
}

template <typename Answer>
Answering<Answer> PostgresStore::work(WorkOf<Answer> work, exchange::Actor asker,
                                      Deadline deadline) {
  return work_in(*pool_, std::move(work), asker, deadline);
}

template <typename Answer, typename Ask>
Answering<Answer> PostgresStore::asked(Ask ask, Deadline deadline) {
  WorkOf<Answer> job = [ask = std::move(ask)](Link& link) { return link.read<Answer>(ask); };
  return work<Answer>(std::move(job), exchange::Actor::network(), deadline);
}

template <typename Answer, typename Ask>
Answering<Answer> PostgresStore::settled(Ask ask, exchange::Actor asker, Deadline deadline) {
  WorkOf<Answer> job = [this, ask = std::move(ask)](Link& link) -> base::Result<Answer> {
    TRY(decisions(link).settle());
    return link.read<Answer>(ask);
  };
  return work<Answer>(std::move(job), asker, deadline);
}

}  // namespace tradepost::store::postgres
