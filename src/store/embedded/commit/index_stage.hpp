#pragma once

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <thread>
#include <vector>

#include "journal/disk/place.hpp"
#include "store/embedded/commit/indexer.hpp"
#include "store/embedded/commit/job.hpp"
#include "store/embedded/state/feed_looks.hpp"
#include "store/embedded/state/published_state.hpp"

namespace tradepost::store::embedded {

// A batch: on the disk when it is handed on.
struct Committed {
  std::uint64_t number = 0;
  std::vector<exchange::Effect> effects;
  std::vector<std::unique_ptr<Job>> jobs;  // to be answered
  std::vector<journal::Place> places;      // of its records
  journal::Sequence first = 0;
  Applied applied;  // after it
  std::size_t bytes = 0;
};

// Answers jobs, with one call to each executor.
void answer(std::vector<std::unique_ptr<Job>> jobs);

// The second stage of a commit: makes the entries of a batch that is synced, shows them to the
// readers and answers. One thread of its own, so that the next batch is decided and synced
// meanwhile.
class IndexStage {
 public:
  // All must outlive this. `standing` is as far as the index. `on_failure`: the record is truth,
  // and the next start applies it.
  struct Parts {
    Index& index;
    const Records& records;
    Queues& queues;
    PublishedState& shown;
    FeedLooks& feed_looks;
    exchange::Changes* changes;  // nullptr: nobody is told
  };
  IndexStage(const Parts& parts, CommittedState standing,
             std::function<void(const base::Error&)> on_failure);
  // Finishes all batches that were handed over before.
  ~IndexStage();

  // The committer's thread; waits while the batch before is not begun.
  void hand_over(Committed batch);
  // Until all that was handed over is in the index.
  void await_all();
  // The last batch that is in the index. Any thread.
  std::uint64_t indexed() const { return indexed_.load(std::memory_order_acquire); }
  // Whether it came to that with the last batch, and still is so. Any thread.
  bool is_stalled() const {
    return stalled_.load(std::memory_order_relaxed) && parts_.index.is_stalled();
  }
  // Any thread.
  bool waits_for_space() const { return parts_.index.waits_for_space(); }

 private:
  void run();
  Done apply(const Committed& batch);

  const Parts parts_;
  const std::function<void(const base::Error&)> on_failure_;
  std::atomic<std::uint64_t> indexed_ = 0;
  std::atomic<bool> stalled_ = false;

  std::mutex mutex_;
  std::condition_variable changed_;
  // guarded by mutex_
  std::optional<Committed> next_;
  bool is_busy_ = false;
  bool stopping_ = false;

  // the thread's own
  CommittedState standing_;
  Indexer indexer_;
  std::optional<base::Error> failure_;

  std::thread thread_;  // last: it uses the members above
};

}  // namespace tradepost::store::embedded
