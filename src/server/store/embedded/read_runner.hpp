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
using ReadPool = base::WorkerPool<base::NoTool, exchange::Requester>;

base::Error too_late();

// Returns the answer of `work`, which runs on a thread of the pool. It may run after the caller got
// too_late(), so it owns its captures.
template <typename Answer, typename Work>
Answering<Answer> on_pool(ReadPool& pool, Work work, exchange::Actor requester, Deadline deadline) {
  base::Executor& executor = co_await base::this_executor();
  base::Completion<Result<Answer>> answered(executor);
  const bool is_taken = pool.post([work = std::move(work), completer = answered.completer()](
                                      base::NoTool&) mutable { completer.fulfil(work()); },
                                  requester);
  CHECK(is_taken);  // the pool refuses only after its end, and the store outlives its callers
  std::optional<Result<Answer>> answer = co_await answered.wait_until(deadline);
  if (!answer) co_return base::refuse(too_late());
  co_return *std::move(answer);
}

// Runs reads of the index and the journal, if necessary after the intents whose changes they must
// show. An intent is a long change, such as closing a participant, that the committer makes in
// slices. Any thread.
//
// A read is a function `ask` from ReadContext& to Result<Answer>. It may be called twice, on two
// threads, and after the caller got too_late(), so it owns its captures and does not consume them.
class ReadRunner {
 public:
  // Returns true for an intent whose changes the read must show.
  using Concerns = std::function<bool(const exchange::Intent&)>;

  // `published` must outlive this. The threads of `pool` must be joined before the members of the
  // store are destroyed, because reads use them. A store that leaves its intents unfinished
  // (`options`) does not wait for them.
  ReadRunner(PublishedState& published, ReadPool& pool, const CommitterOptions& options)
      : published_(published), pool_(pool), finishes_intents_(options.finishes_intents) {}

  // Runs `ask` on this thread, and once more on the pool if it would wait for the disk.
  template <typename Answer, typename Ask>
  Answering<Answer> asked(Ask ask, exchange::Actor requester, Deadline deadline) {
    ReadContext here{.patience = Patience::in_memory_only};
    Result<Answer> at_once = ask(here);
    const bool needs_disk = !at_once && here.would_wait;
    if (!needs_disk) co_return std::move(at_once);
    auto patiently = [ask = std::move(ask)]() mutable {
      ReadContext patient;  // may wait for the disk
      return ask(patient);
    };
    co_return co_await on_pool<Answer>(pool_, std::move(patiently), requester, deadline);
  }
  // Runs `ask` after until_settled().
  template <typename Answer, typename Ask>
  Answering<Answer> settled(Concerns concerns, Ask ask, exchange::Actor requester,
                            Deadline deadline) {
    CO_TRY(co_await until_settled(std::move(concerns), deadline));
    co_return co_await asked<Answer>(std::move(ask), requester, deadline);
  }
  // Returns when no intent is running for which `concerns` is true, or fails with too_late().
  Answering<std::monostate> until_settled(Concerns concerns, Deadline deadline);
  // Returns true if until_settled() would wait.
  bool must_wait_for(const Concerns& concerns) const {
    return finishes_intents_ && published_.is_under_way(concerns);
  }
  // Returns true if a running intent will move the transaction to another participant or close it.
  bool is_being_changed(const exchange::Transaction& row) const;

 private:
  PublishedState& published_;
  ReadPool& pool_;
  const bool finishes_intents_;
};

}  // namespace tradepost::store::embedded
