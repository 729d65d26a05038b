#pragma once

#include <deque>
#include <memory>
#include <optional>

#include "base/tasks/executor.hpp"
#include "store/embedded/commit/job.hpp"

namespace tradepost::store::embedded {

// Jobs whose document is so large that commands after it wait noticeably longer for the disk. Each
// is written in a batch of its own. While others trade, a pause follows that is a multiple of the
// job's time, so few of their commands meet such a job. Without others there is no pause. Used by
// the committer's thread.
class LargeJobs {
 public:
  void add(std::unique_ptr<Job> job) { waiting_.push_back(std::move(job)); }
  bool is_empty() const { return waiting_.empty(); }
  // Nothing where none waits.
  std::optional<base::SteadyTime> due() const;
  // The first one.
  std::unique_ptr<Job> take();
  void put_back(std::unique_ptr<Job> job) { waiting_.push_front(std::move(job)); }
  // The first one, where it has waited so long that nobody waits for its answer any more.
  std::unique_ptr<Job> take_late(base::SteadyTime now);

  void others_traded(base::SteadyTime now) { others_traded_ = now; }
  void was_kept(base::SteadyTime began, base::SteadyTime now);

 private:
  std::deque<std::unique_ptr<Job>> waiting_;
  base::SteadyTime pause_ends_{};
  std::optional<base::SteadyTime> others_traded_;
};

}  // namespace tradepost::store::embedded
