#pragma once

#include <functional>
#include <optional>
#include <utility>
#include <variant>

#include "base/ground/check.hpp"
#include "base/tasks/awaitables.hpp"
#include "base/tasks/task.hpp"
#include "base/tasks/worker_pool.hpp"
#include "exchange/port/store.hpp"
#include "store/embedded/embedded_options.hpp"
#include "store/embedded/index/index.hpp"
#include "store/embedded/state/published_state.hpp"

namespace tradepost::store::embedded {

using exchange::Answering;
using exchange::Deadline;

// Threads for reads that wait for the disk, which a loop must not do.
using ReadPool = base::WorkerPool<base::NoTool, exchange::Actor>;

base::Error too_late();

// Runs reads of the index and the journal, after the intents whose changes they must show. Any
// thread.
class ReadRunner {
 public:
  // Returns true for an intent whose changes the read must show.
  using Concerns = std::function<bool(const exchange::Intent&)>;

  // `published` must outlive this. `pool` ends before this: its reads use the members of the store.
  ReadRunner(PublishedState& published, ReadPool& pool, const CommitterOptions& options)
      : published_(published), pool_(pool), finishes_intents_(options.finishes_intents) {}

  // Runs `ask` on this thread, and once more on the pool if it would wait for the disk.
  template <typename Answer, typename Ask>
  Answering<Answer> asked(Ask ask, exchange::Actor requester, Deadline deadline) {
    ReadContext here{.patience = Patience::in_memory_only};
    Result<Answer> at_once = ask(here);
    if (at_once || !here.would_wait) co_return std::move(at_once);
    base::Executor& executor = co_await base::this_executor();
    base::Completion<Result<Answer>> answered(executor);
    const bool is_taken = pool_.post(
        [ask = std::move(ask), completer = answered.completer()](base::NoTool&) mutable {
          ReadContext patient;
          completer.fulfil(ask(patient));
        },
        requester);
    CHECK(is_taken);  // the store outlives its callers
    std::optional<Result<Answer>> answer = co_await answered.wait_until(deadline);
    if (!answer) co_return base::refuse(too_late());
    co_return *std::move(answer);
  }
  // Runs `ask` after until_settled().
  template <typename Answer, typename Ask>
  Answering<Answer> settled(Concerns concerns, Ask ask, exchange::Actor requester,
                            Deadline deadline) {
    CO_TRY(co_await until_settled(std::move(concerns), deadline));
    co_return co_await asked<Answer>(std::move(ask), requester, deadline);
  }
  // Returns when no intent is running for which `concerns` is true (embedded-store 1.5).
  Answering<std::monostate> until_settled(Concerns concerns, Deadline deadline);
  bool awaits(const Concerns& concerns) const {
    return finishes_intents_ && published_.is_under_way(concerns);
  }
  // Returns true if a running intent will move the transaction.
  bool is_changing(const exchange::Transaction& row) const;

 private:
  PublishedState& published_;
  ReadPool& pool_;
  const bool finishes_intents_;
};

}  // namespace tradepost::store::embedded
