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
#include "store/embedded/commit/job.hpp"
#include "store/embedded/entries/indexer.hpp"
#include "store/embedded/state/feed_looks.hpp"
#include "store/embedded/state/published_state.hpp"

namespace tradepost::store::embedded {

// A batch that is on the disk.
struct Committed {
  std::uint64_t number = 0;
  std::vector<exchange::Effect> effects;
  std::vector<std::unique_ptr<Job>> jobs;  // to be answered
  std::vector<journal::Place> places;      // of the batch's records
  journal::Sequence first = 0;
  Applied applied;  // the state after the batch
  std::size_t bytes = 0;
};

// Answers jobs, with one call to each executor.
void answer(std::vector<std::unique_ptr<Job>> jobs);

// The second stage of a commit, on its thread: writes the entries of a synced batch to the index,
// shows them to readers and answers. The committer decides on the next batch and syncs it at the
// same time.
class IndexStage {
 public:
  // All must outlive this. `committed` is at the record of the index. `on_failure`: the batch is
  // durable in the journal, and the next start applies it.
  struct Parts {
    Index& index;
    const Records& records;
    Queues& queues;
    PublishedState& published;
    FeedLooks& feed_looks;
    exchange::Changes* changes;  // receives changes; may be nullptr
  };
  IndexStage(const Parts& parts, CommittedState committed,
             std::function<void(const base::Error&)> on_failure);
  // Finishes all accepted batches first.
  ~IndexStage();

  // Accepts a batch; waits until the previous one has begun. Only the committer's thread calls
  // this.
  void hand_over(Committed batch);
  // Waits until all accepted batches are in the index.
  void await_all();
  // Returns the last batch that is in the index. Thread-safe.
  std::uint64_t indexed() const { return indexed_.load(std::memory_order_acquire); }
  // Returns true if the index was stalled after the last batch and still is. Thread-safe.
  bool is_stalled() const {
    return stalled_.load(std::memory_order_relaxed) && parts_.index.is_stalled();
  }
  // Thread-safe.
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
  // Guarded by mutex_.
  std::optional<Committed> next_;
  bool is_busy_ = false;
  bool stopping_ = false;

  // Only thread_ uses these.
  CommittedState committed_;
  Indexer indexer_;
  std::optional<base::Error> failure_;

  std::thread thread_;  // last: it uses the members above
};

}  // namespace tradepost::store::embedded
