#pragma once

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <string_view>
#include <vector>

#include "base/ground/limits.hpp"
#include "base/tasks/executor.hpp"
#include "store/embedded/commit/job.hpp"
#include "store/embedded/commit/large_jobs.hpp"

namespace tradepost::store::embedded {

using Jobs = std::vector<std::unique_ptr<Job>>;

inline constexpr std::string_view store_has_stopped = "The store has stopped.";

// Why the store accepts a job or refuses it.
enum class StoreState : std::uint8_t { ready, failed, full, behind };

struct JobQueueOptions {
  std::size_t bytes_max = 64u << 20;  // of the jobs that are not large
  std::size_t large_content_bytes = base::limits::large_content_bytes;
  std::size_t large_bytes_max = 256u << 20;
  std::chrono::milliseconds waiting_max{1000};  // of the oldest; afterwards new jobs are refused
};

// The jobs between the threads that add them and the committer's thread, which gathers them. Large
// jobs remain here after that, until the committer takes each of them.
class JobQueue {
 public:
  explicit JobQueue(const JobQueueOptions& options) : options_(options) {}

  // Queues a job, whose `queued_at` is set, or refuses it during the call. Thread-safe, as the next
  // two are.
  void add(std::unique_ptr<Job> job, StoreState state);
  // The process is shutting down, so jobs do not wait for intents any more.
  void end_waits();
  // No job is added any more.
  void stop();

  // The committer's thread uses the rest.

  // Moves the large ones of the new jobs to large() and returns the others. If `until` is given, it
  // waits until then for a job, for stop() or for end_waits().
  Jobs gather(std::optional<base::SteadyTime> until);
  // True if stop() preceded the last gather(): it has returned all jobs.
  bool has_ended() const { return has_ended_; }
  // True if end_waits() preceded the last gather().
  bool waits_have_ended() const { return waits_have_ended_; }

  LargeJobs& large() { return large_; }
  const LargeJobs& large() const { return large_; }
  // A large job that is taken counts as queued until it is released.
  void release_large(std::size_t bytes);

  // Refuses new jobs until reopen(). Returns true if no job is in the queue.
  bool close();
  void reopen();
  // Waits, unless stop() is called.
  void pause(std::chrono::milliseconds duration);

 private:
  bool is_large(const Job& job) const;
  std::optional<base::Error> refusal_of(const Job& job, StoreState state) const;

  const JobQueueOptions options_;

  std::mutex mutex_;
  std::condition_variable called_;
  // Guarded by mutex_.
  Jobs incoming_;
  std::size_t incoming_bytes_ = 0;
  std::size_t large_bytes_ = 0;  // also of the gathered ones
  bool is_stopping_ = false;
  bool ends_waits_ = false;
  bool is_closed_ = false;  // the network is leaving the folder

  // Only the committer's thread uses these.
  LargeJobs large_;
  bool has_ended_ = false;
  bool waits_have_ended_ = false;
};

}  // namespace tradepost::store::embedded
