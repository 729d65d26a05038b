#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <utility>

#include "base/tasks/awaitables.hpp"
#include "base/tasks/completion.hpp"
#include "base/tasks/task.hpp"
#include "base/tasks/worker_pool.hpp"
#include "exchange/port/store.hpp"
#include "store/postgres/commit/cancel_flag.hpp"
#include "store/postgres/commit/decisions.hpp"
#include "store/postgres/node/link.hpp"
#include "store/postgres/postgres_options.hpp"

namespace tradepost::store::postgres {

using exchange::Answering;
using exchange::Deadline;

using Pool = base::WorkerPool<Link, exchange::Requester>;

// The threads of the store. Each has a connection, which its work blocks.
struct Pools {
  // Both must outlive this.
  Pools(const PostgresOptions& options, Ending& ending);

  Pool usual;
  // Pages have their own connections, so that any number of page requests leaves the others to
  // sends and reports.
  Pool pages;
  // A node without a current directory must refuse its requests, so directory reads have their own
  // thread and queue.
  Pool directory;
};

using Until = std::chrono::steady_clock::time_point;
// Converts a deadline to the clock of the threads.
Until until(Deadline deadline, const base::Executor& executor);

template <typename Answer>
using WorkOf = std::move_only_function<base::Result<Answer>(Link&, Until)>;
enum class Does : std::uint8_t { reads, writes };

template <typename Answer>
Answering<Answer> work_in(Pool& pool, Does does, WorkOf<Answer> work, exchange::Actor requester,
                          Deadline deadline) {
  base::Executor& executor = co_await base::this_executor();
  base::Completion<base::Result<Answer>> answered(executor);
  const auto cancel_flag =
      std::make_shared<CancelFlag>();  // shared: the caller may end before the work
  const bool is_taken = pool.post(
      [work = std::move(work), completer = answered.completer(), until = until(deadline, executor),
       cancel_flag](Link& link) mutable {
        const bool is_late = std::chrono::steady_clock::now() >= until || !cancel_flag->begin();
        completer.fulfil(is_late ? base::refuse(Decisions::too_late()) : work(link, until));
      },
      requester);
  if (!is_taken) co_return base::refuse(Decisions::too_late());
  std::optional<base::Result<Answer>> answer = co_await answered.wait_until(deadline);
  if (!answer) {
    const bool has_no_effect = cancel_flag->give_up() || does == Does::reads;
    co_return base::refuse(has_no_effect ? Decisions::too_late() : Decisions::unknown());
  }
  co_return *std::move(answer);
}

}  // namespace tradepost::store::postgres
