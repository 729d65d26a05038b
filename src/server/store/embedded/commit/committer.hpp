#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <optional>
#include <string_view>
#include <thread>
#include <vector>

#include "base/clock.hpp"
#include "base/crypto/random.hpp"
#include "base/ground/limits.hpp"
#include "journal/journal.hpp"
#include "store/embedded/commit/effect_clock.hpp"
#include "store/embedded/commit/index_stage.hpp"
#include "store/embedded/commit/intent_stepper.hpp"
#include "store/embedded/commit/job.hpp"
#include "store/embedded/commit/job_queue.hpp"
#include "store/embedded/commit/leaving_watch.hpp"
#include "store/embedded/facts/write_history.hpp"
#include "store/embedded/format/payload.hpp"
#include "store/embedded/state/committed_state.hpp"
#include "store/embedded/state/soft_marks.hpp"

namespace tradepost::store::embedded {

struct CommitterOptions {
  std::size_t batch_bytes_max = base::limits::batch_bytes_max;
  JobQueueOptions queue;
  bool finishes_intents = true;
};

// Decides on the queued commands in order and writes each batch as one frame with one sync, on its
// thread. The index stage gets a batch while the committer decides on the next one.
//
// The caller reads the facts before it queues the command. They are valid if no later batch changed
// their read set; otherwise the committer reads them again when the index has that batch. So no
// command of a batch depends on the changes of another one.
//
// If the disk has no space for a batch, its commands are refused and none of them is stored.
class Committer {
 public:
  // All must outlive this. `committed` is at the journal's end. `on_failure`: an error of the
  // journal or the index is final. It sets `has_failed`, as failures of other threads do;
  // afterwards the committer accepts nothing.
  struct Parts {
    const std::atomic<bool>& has_failed;
    journal::Journal& journal;
    const Records& records;
    Queues& queues;
    IndexStage& index;
    SoftMarks& marks;
    const base::Clock& clock;
    base::Random& random;
    std::function<void(const ClockFall&)> on_clock_fall;  // may be empty
    journal::Folder* data = nullptr;                      // the network's folder
  };
  Committer(const Parts& parts, const CommitterOptions& options, CommittedState committed,
            const Applied& end, std::function<void(const base::Error&)> on_failure);
  // Decides on all accepted commands first.
  ~Committer();

  // Answers or refuses the job, during the call or later. Thread-safe.
  void take(std::unique_ptr<Job> job);
  // Ends waits of jobs for intents, because the process is shutting down. Thread-safe.
  void end_waits() { queue_.end_waits(); }
  // Returns the batch up to which facts are current if they are read now.
  std::uint64_t facts_as_of() const { return parts_.index.indexed(); }
  const EffectClock& clock() const { return clock_; }

 private:
  void run();
  // Waits for work. Returns false if no work is left and the committer is stopping.
  bool gather();
  base::SteadyTime next_call() const;
  void round();
  void large_round();
  std::optional<base::SteadyTime> intent_due() const;
  bool intent_is_due() const;
  void step_intents();
  void refuse_large(std::unique_ptr<Job> job, std::string_view why);
  void refuse_waiting(std::string_view why);
  void refuse_behind_intent();
  void keep_marks();
  void check_leaving();
  Committed begin_batch();
  enum class Taken : std::uint8_t { decided, put_off, behind_intent, batch_is_full };
  Taken take_one(std::unique_ptr<Job>& job, Committed& batch);
  bool is_stale(const Job& job) const { return writes_.makes_stale(job.as_of, job.read_set); }
  Done fetch(Job& job);
  void decide(std::unique_ptr<Job> job, Committed& batch);
  void add_effects(std::vector<exchange::Effect> effects, Committed& batch);
  bool concerns_intent(const Job& job) const;
  // Returns true if the batch is stored.
  bool commit(Committed batch);
  Done append(Committed& batch);
  Done forget_batch();
  StoreState state_for(const Job& job) const;

  const Parts parts_;
  const CommitterOptions options_;
  const std::function<void(const base::Error&)> on_failure_;
  // Other threads use these too.
  EffectClock clock_;
  JobQueue queue_;

  // Only thread_ uses these.
  CommittedState committed_;
  Applied end_;
  Jobs waiting_;                      // in order, deferred ones first
  bool all_wait_for_intent_ = false;  // all jobs of waiting_

  IntentStepper intents_;
  PayloadEncoder encoder_;
  std::uint64_t batch_ = 0;  // the last batch that was begun
  WriteHistory writes_;
  base::SteadyTime marks_kept_at_{};
  LeavingWatch leaving_;
  base::SteadyTime leaving_looked_at_{};

  std::thread thread_;  // last: it uses the members above
};

}  // namespace tradepost::store::embedded
