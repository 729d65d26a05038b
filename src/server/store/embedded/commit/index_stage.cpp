#include "store/embedded/commit/index_stage.hpp"

#include <utility>

#include "base/ground/limits.hpp"
#include "base/tasks/posts_by_executor.hpp"
#include "base/tasks/thread_name.hpp"
#include "base/tasks/thread_priority.hpp"

namespace tradepost::store::embedded {

void answer(std::vector<std::unique_ptr<Job>> jobs) {
  base::PostsByExecutor posts;
  for (auto& job : jobs) {
    base::Executor& executor = job->executor();
    posts.add(executor, [job = std::move(job)] { job->answer(); });
  }
  posts.post();
}

IndexStage::IndexStage(const Parts& parts, CommittedState committed,
                       std::function<void(const base::Error&)> on_failure)
    : parts_(parts),
      on_failure_(std::move(on_failure)),
      committed_(std::move(committed)),
      indexer_(parts.records, committed_),
      thread_([this] { run(); }) {}

IndexStage::~IndexStage() {
  {
    const std::lock_guard lock(mutex_);
    stopping_ = true;
  }
  changed_.notify_all();
  thread_.join();
}

void IndexStage::hand_over(Committed batch) {
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [this] { return !next_; });
  next_ = std::move(batch);
  changed_.notify_all();
}

void IndexStage::await_all() {
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [this] { return !next_ && !is_busy_; });
}

void IndexStage::run() {
  base::name_thread("index");
  base::set_time_slice(base::limits::commit_step);
  while (true) {
    std::optional<Committed> batch;
    {
      std::unique_lock lock(mutex_);
      is_busy_ = false;
      changed_.notify_all();
      changed_.wait(lock, [this] { return next_ || stopping_; });
      if (!next_) return;
      batch = std::exchange(next_, std::nullopt);
      is_busy_ = true;
      changed_.notify_all();
    }
    // A batch must not follow one that is missing in the index, because the gap would go unnoticed.
    if (!failure_) {
      if (const Done applied = apply(*batch); !applied) {
        failure_ = applied.error();
        on_failure_(*failure_);
      }
    }
    if (failure_) {
      for (const auto& job : batch->jobs) job->refuse(*failure_);
      continue;
    }
    indexed_.store(batch->number, std::memory_order_release);
    stalled_.store(parts_.index.is_stalled(), std::memory_order_relaxed);
    answer(std::move(batch->jobs));
  }
}

Done IndexStage::apply(const Committed& batch) {
  indexer_.begin();
  TRY(indexer_.read_ahead(batch.effects));
  std::size_t record = 0;
  for (const exchange::Effect& effect : batch.effects) {
    TRY(indexer_.apply(effect, batch.first + record, batch.places[record]));
    ++record;
    const auto* const sent = std::get_if<exchange::Sent>(&effect);
    if (sent == nullptr || sent->transaction.warnings.empty()) continue;
    TRY(indexer_.apply(Warned{.id = sent->transaction.id, .warnings = {}}, batch.first + record,
                       batch.places[record]));
    ++record;
  }
  TRY_ASSIGN(Batch* const entries, indexer_.finish(batch.applied));
  TRY(parts_.index.write(*entries));
  parts_.queues.apply(indexer_.queue_changes());
  parts_.feed_looks.came(indexer_.fed());
  // This is last: commands that waited for an intent read the queues next.
  parts_.published.show(committed_, batch.effects);
  if (parts_.changes != nullptr) parts_.changes->note(indexer_.changed());
  return {};
}

}  // namespace tradepost::store::embedded
