#pragma once

#include <deque>
#include <memory>
#include <optional>

#include "base/tasks/executor.hpp"
#include "store/embedded/commit/job.hpp"

namespace tradepost::store::embedded {

// Jobs with documents so large that later commands wait noticeably longer for the disk. Each gets a
// batch to itself. While others trade, a pause follows that is a multiple of the job's time, so
// that few of their commands meet such a job. Otherwise the next one follows at once. Used by the
// committer's thread only.
class LargeJobs {
 public:
  void add(std::unique_ptr<Job> job) { waiting_.push_back(std::move(job)); }
  bool is_empty() const { return waiting_.empty(); }
  // Returns the time of the next job, or nullopt if none is queued or the first one waits for an
  // intent.
  std::optional<base::SteadyTime> due() const;
  // Removes and returns the first job.
  std::unique_ptr<Job> take();
  void put_back(std::unique_ptr<Job> job) { waiting_.push_front(std::move(job)); }
  // The first job waits until the next slice of an intent.
  void await_intent() { waits_for_intent_ = true; }
  void intent_stepped() { waits_for_intent_ = false; }
  bool waits_for_intent() const { return waits_for_intent_; }
  // Removes and returns the first job if its caller has given up waiting, or returns nullptr.
  std::unique_ptr<Job> take_late(base::SteadyTime now);

  void others_traded(base::SteadyTime now) { others_traded_ = now; }
  void was_kept(base::SteadyTime began, base::SteadyTime now);

 private:
  std::deque<std::unique_ptr<Job>> waiting_;
  base::SteadyTime pause_ends_{};
  std::optional<base::SteadyTime> others_traded_;
  bool waits_for_intent_ = false;  // the first job
};

}  // namespace tradepost::store::embedded
