#pragma once

#include <atomic>
#include <cstdint>
#include <mutex>

#include "exchange/model/directory.hpp"
#include "exchange/port/store.hpp"

namespace tradepost::exchange {

// The newest directory of this process. Any thread. Each thread caches the last one it read: while
// nothing changes, reading takes no lock.
class LiveDirectory {
 public:
  LiveDirectory();

  DirectoryPtr current() const;

  // Asks the store for what has changed since. Called at the start, after every change of one's
  // own, where a store answers directory_stale, and once a second where other nodes may change it.
  // Several at a time are no error. Fails as the store does, and stays as it was then.
  Answering<std::monostate> catch_up(Store& store, Deadline deadline);
  // It has all changes from before this time.
  base::SteadyTime read_at() const {
    return base::SteadyTime(base::SteadyTime::duration(read_at_));
  }

 private:
  const std::uint64_t instance_;  // of all that this process ever had
  std::atomic<std::uint64_t> change_ = 0;
  std::atomic<base::SteadyTime::rep> read_at_ = 0;

  mutable std::mutex mutex_;

  // guarded by mutex_
  DirectoryPtr newest_ = Directory::empty();
};

}  // namespace tradepost::exchange
