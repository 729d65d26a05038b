#pragma once

#include <atomic>
#include <cstdint>
#include <mutex>

#include "exchange/model/directory.hpp"
#include "exchange/port/store.hpp"

namespace tradepost::exchange {

// The newest directory of this process, for any thread. Each thread caches the directory that it
// read last, so reading takes no lock while nothing changes.
class LiveDirectory {
 public:
  LiveDirectory();

  DirectoryPtr current() const;

  // Reads the changes since the last call from the store. Called at the start, after each change by
  // this process, after an answer directory_stale, and once a second if other nodes may change the
  // directory. Several calls may run at the same time. Fails as the store does, and then leaves the
  // directory unchanged.
  Answering<std::monostate> catch_up(Store& store, Deadline deadline);
  // Returns a time before which all changes are in the directory.
  base::SteadyTime read_at() const {
    return base::SteadyTime(base::SteadyTime::duration(read_at_));
  }

 private:
  const std::uint64_t instance_;  // unique in this process
  std::atomic<std::uint64_t> change_ = 0;
  std::atomic<base::SteadyTime::rep> read_at_ = 0;

  mutable std::mutex mutex_;

  // Guarded by mutex_:
  DirectoryPtr newest_ = Directory::empty();
};

}  // namespace tradepost::exchange
