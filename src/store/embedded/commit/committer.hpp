#pragma once

#include <atomic>
#include <condition_variable>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string_view>
#include <thread>
#include <unordered_map>
#include <vector>

#include "base/clock.hpp"
#include "base/crypto/random.hpp"
#include "base/ground/limits.hpp"
#include "journal/journal.hpp"
#include "store/embedded/commit/index_stage.hpp"
#include "store/embedded/commit/job.hpp"
#include "store/embedded/commit/large_jobs.hpp"
#include "store/embedded/commit/leaving_watch.hpp"
#include "store/embedded/format/payload.hpp"
#include "store/embedded/state/committed_state.hpp"
#include "store/embedded/state/soft_marks.hpp"

namespace tradepost::store::embedded {

struct CommitterOptions {
  std::size_t batch_bytes_max = base::limits::batch_bytes_max;
  std::size_t waiting_bytes_max = 64u << 20;
  std::size_t large_content_bytes = base::limits::large_content_bytes;
  std::size_t large_bytes_max = 256u << 20;     // that wait
  std::chrono::milliseconds waiting_max{1000};  // of the oldest; then others are refused
  bool finishes_intents = true;
};

// The clock was wrong when something was kept: later effects have an earlier instant.
struct ClockFall {
  exchange::Instant last;
  exchange::Instant now;
};

// Decides on the waiting commands in order and writes each batch as one frame with one sync. The
// index stage gets the batch while the committer decides on the next one. One thread of its own.
//
// The caller reads the facts before the command queues. They hold if no later batch touched what
// they depend on; otherwise they are read again here, once the index has that batch. So no command
// of a batch depends on what another one changes.
//
// If the disk has no space for a batch, its commands are refused and nothing of them is kept.
class Committer {
 public:
  // All must outlive this. `standing` is as far as the journal. `on_failure`: an error of the
  // journal or the index is final. It sets `has_failed`, as others' failures do; nothing is taken
  // any more then.
  struct Parts {
    const std::atomic<bool>& has_failed;
    journal::Journal& journal;
    const Records& records;
    Queues& queues;
    IndexStage& index;
    SoftMarks& marks;
    const base::Clock& clock;
    base::Random& random;
    const std::function<void(const ClockFall&)>& on_clock_fall;  // may be empty
    journal::Folder* data = nullptr;                             // whose network may leave
  };
  Committer(const Parts& parts, const CommitterOptions& options, CommittedState standing,
            const Applied& end, std::function<void(const base::Error&)> on_failure);
  // Decides on all commands that were accepted before.
  ~Committer();

  // Any thread. The job is answered or refused, later or within the call.
  void take(std::unique_ptr<Job> job);
  // Any thread: from now on no job waits for an intent. The process is shutting down.
  void end_waits();
  // What facts read from now on are as of.
  std::uint64_t facts_as_of() const { return parts_.index.indexed(); }
  exchange::Instant about_now() const;
  exchange::Instant last_instant() const { return base::instant_of(last_instant_ms_.load()); }
  std::uint64_t clock_falls() const { return clock_falls_.load(); }

 private:
  using Jobs = std::deque<std::unique_ptr<Job>>;

  void run();
  // Waits for something to do. False: there is nothing any more, and there will be nothing.
  bool gather();
  base::SteadyTime next_call() const;
  void round();
  void large_round();
  void forget_large_bytes(std::size_t bytes);
  bool intent_is_due() const;
  void step_intents();
  void refuse_waiting(std::string_view why);
  void refuse_behind_intent();
  std::optional<base::SteadyTime> large_due() const;
  void keep_marks();
  void look_whether_it_leaves();
  enum class Taken : std::uint8_t { decided, put_off, behind_intent, batch_is_full };
  Taken take_one(std::unique_ptr<Job>& job, Committed& batch);
  bool is_stale(const Job& job) const;
  bool is_large(const Job& job) const;
  Done fetch(Job& job);
  void decide(std::unique_ptr<Job> job, Committed& batch);
  void add_effects(std::vector<exchange::Effect> effects, Committed& batch);
  bool concerns_intent(const Job& job) const;
  exchange::Instant next_instant();
  void commit(Committed batch);
  Done append(Committed& batch);
  Done forget_batch();
  void pause();
  std::optional<base::Error> refusal_of(const Job& job) const;

  const Parts parts_;
  const CommitterOptions options_;
  const std::function<void(const base::Error&)> on_failure_;
  std::atomic<std::int64_t> last_instant_ms_;
  std::atomic<std::uint64_t> clock_falls_ = 0;

  std::mutex mutex_;
  std::condition_variable called_;
  // guarded by mutex_
  Jobs incoming_;
  std::size_t incoming_bytes_ = 0;
  std::size_t large_bytes_ = 0;
  bool stopping_ = false;
  bool waits_have_ended_ = false;
  bool refuses_all_ = false;  // the network leaves the folder

  // the thread's own
  CommittedState standing_;
  Applied end_;
  Jobs waiting_;  // in their order; the ones that were put off before are first
  LargeJobs large_;
  bool ends_ = false;  // nothing new comes
  bool waits_end_ = false;
  bool all_wait_for_intent_ = false;  // of waiting_

  // Of the intent that is worked on: so far its queue was looked through, the next slice is due
  // then, and at once where nobody has traded since the last one.
  exchange::IntentId intent_;
  IntentPlace intent_place_;
  base::SteadyTime intent_due_{};
  bool others_traded_ = false;
  bool large_waits_for_intent_ = false;  // the first of large_, until the next slice

  PayloadEncoder encoder_;
  std::uint64_t batch_ = 0;  // the last one that was begun
  // Of each key the last batch that wrote it. Facts from before floor_ are stale, whatever
  // they stand on.
  std::unordered_map<FactKey, std::uint64_t> last_writes_;
  std::uint64_t floor_ = 0;
  base::SteadyTime marks_kept_at_{};
  LeavingWatch leaving_;
  base::SteadyTime leaving_looked_at_{};

  std::thread thread_;  // last: it uses the members above
};

}  // namespace tradepost::store::embedded
