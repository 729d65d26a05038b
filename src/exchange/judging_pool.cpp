#include "exchange/judging_pool.hpp"

#include <fmt/format.h>

#include <optional>
#include <utility>

#include "base/awaitables.hpp"
#include "base/thread_name.hpp"
#include "base/urgency.hpp"

namespace tradepost::exchange {

JudgingPool::JudgingPool(std::size_t threads, std::size_t body_bytes_max)
    : body_bytes_max_(body_bytes_max) {
  for (std::size_t i = 0; i < threads; ++i) {
    threads_.emplace_back([this, i] {
      base::name_thread(fmt::format("judge {}", i));
      run();
    });
  }
}

JudgingPool::~JudgingPool() {
  {
    const std::lock_guard lock(mutex_);
    stopping_ = true;
  }
  changed_.notify_all();
  for (std::thread& thread : threads_) thread.join();
}

base::Task<std::expected<Judged, document::Unreadable>> JudgingPool::judge(DirectoryPtr directory,
                                                                           ToJudge asked) {
  base::Executor& executor = co_await base::this_executor();
  base::Completion<Outcome> judged(executor);
  {
    const std::lock_guard lock(mutex_);
    waiting_.push_back({.directory = std::move(directory),
                        .asked = std::move(asked),
                        .completer = judged.completer()});
  }
  changed_.notify_one();
  Outcome outcome = co_await judged.wait();
  co_return outcome;
}

void JudgingPool::run() {
  base::stands_behind();
  document::Reader reader(body_bytes_max_);
  for (;;) {
    std::optional<Work> work;
    {
      std::unique_lock lock(mutex_);
      changed_.wait(lock, [this] { return !waiting_.empty() || stopping_; });
      if (waiting_.empty()) return;
      work.emplace(std::move(waiting_.front()));
      waiting_.pop_front();
    }
    Outcome outcome = exchange::judge(*work->directory, reader, std::move(work->asked));
    reader.rest();
    work->completer.fulfil(std::move(outcome));
  }
}

}  // namespace tradepost::exchange
