#include "exchange/trade/judging_pool.hpp"

#include <utility>

#include "base/ground/check.hpp"
#include "base/tasks/awaitables.hpp"
#include "base/tasks/completion.hpp"

namespace tradepost::exchange {

using Pool = base::WorkerPool<document::Reader>;

JudgingPool::JudgingPool(std::size_t threads, std::size_t body_bytes_max)
    : workers_({.name = "judge", .threads = threads, .priority = Pool::Priority::low},
               [body_bytes_max] { return document::Reader(body_bytes_max); }) {}

base::Task<std::expected<Judged, document::Unreadable>> JudgingPool::judge(DirectoryPtr directory,
                                                                           ToJudge asked) {
  using Outcome = std::expected<Judged, document::Unreadable>;
  base::Executor& executor = co_await base::this_executor();
  base::Completion<Outcome> judged(executor);
  const bool is_taken =
      workers_.post([directory = std::move(directory), asked = std::move(asked),
                     done = judged.completer()](document::Reader& reader) mutable {
        Outcome outcome = exchange::judge(*directory, reader, std::move(asked));
        reader.rest();
        done.fulfil(std::move(outcome));
      });
  CHECK(is_taken);  // it outlives its callers
  Outcome outcome = co_await judged.wait();
  co_return outcome;
}

}  // namespace tradepost::exchange
