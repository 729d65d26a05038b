#include "store/embedded/commit/job_queue.hpp"

#include <utility>

namespace tradepost::store::embedded {

bool JobQueue::is_large(const Job& job) const {
  return job.content_bytes() >= options_.large_content_bytes;
}

std::optional<base::Error> JobQueue::refusal_of(const Job& job, StoreState state) const {
  if (state == StoreState::failed) return unavailable(store_has_stopped);
  if (is_closed_) return unavailable("The network is moving to a database. Try again later.");
  if (state == StoreState::full) {
    return base::Error(base::ErrorCode::disk_full,
                       base::CallerText("The disk of the exchange is full."));
  }
  const bool is_late =
      !incoming_.empty() && job.queued_at - incoming_.front()->queued_at > options_.waiting_max;
  const bool has_no_room = is_large(job) ? large_bytes_ > options_.large_bytes_max
                                         : incoming_bytes_ > options_.bytes_max;
  if (state == StoreState::behind || is_late || has_no_room) {
    return unavailable("The exchange is busy. Try again later.");
  }
  return std::nullopt;
}

void JobQueue::add(std::unique_ptr<Job> job, StoreState state) {
  std::optional<base::Error> refusal;
  bool was_empty = false;
  {
    const std::lock_guard lock(mutex_);
    refusal = refusal_of(*job, state);
    if (!refusal) {
      was_empty = incoming_.empty();
      (is_large(*job) ? large_bytes_ : incoming_bytes_) += job->bytes();
      incoming_.push_back(std::move(job));
    }
  }
  if (refusal) {
    job->refuse(*std::move(refusal));
  } else if (was_empty) {
    called_.notify_one();
  }
}

void JobQueue::end_waits() {
  {
    const std::lock_guard lock(mutex_);
    ends_waits_ = true;
  }
  called_.notify_one();
}

void JobQueue::stop() {
  {
    const std::lock_guard lock(mutex_);
    is_stopping_ = true;
  }
  called_.notify_all();
}

Jobs JobQueue::gather(std::optional<base::SteadyTime> until) {
  Jobs added;
  {
    std::unique_lock lock(mutex_);
    if (until) {
      called_.wait_until(lock, *until, [this] {
        return !incoming_.empty() || is_stopping_ || ends_waits_ != waits_have_ended_;
      });
    }
    added = std::exchange(incoming_, {});
    incoming_bytes_ = 0;
    has_ended_ = is_stopping_;
    waits_have_ended_ = ends_waits_;
  }
  Jobs others;
  others.reserve(added.size());
  for (auto& job : added) {
    if (is_large(*job)) {
      large_.add(std::move(job));
    } else {
      others.push_back(std::move(job));
    }
  }
  return others;
}

void JobQueue::release_large(std::size_t bytes) {
  const std::lock_guard lock(mutex_);
  large_bytes_ -= bytes;
}

bool JobQueue::close() {
  const std::lock_guard lock(mutex_);
  is_closed_ = true;
  return incoming_.empty() && large_.is_empty();
}

void JobQueue::reopen() {
  const std::lock_guard lock(mutex_);
  is_closed_ = false;
}

void JobQueue::pause(std::chrono::milliseconds duration) {
  std::unique_lock lock(mutex_);
  called_.wait_for(lock, duration, [this] { return is_stopping_; });
}

}  // namespace tradepost::store::embedded
