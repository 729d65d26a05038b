#pragma once

#include <atomic>
#include <memory>

#include "exchange/directory.hpp"
#include "exchange/store.hpp"

namespace tradepost::exchange {

// The newest directory that this process knows of. Any thread.
class LiveDirectory {
 public:
  DirectoryPtr current() const { return current_.load(); }

  // Asks the store for what has changed since. Called at the start, after every change of one's
  // own, where a store answers directory_stale, and once a second where other nodes may change it.
  // Several at a time are no error. Fails as the store does, and stays as it was then.
  Answering<std::monostate> catch_up(Store& store, Deadline deadline);

 private:
  // Shared with the requests that read it.
  std::atomic<DirectoryPtr> current_{Directory::empty()};
};

}  // namespace tradepost::exchange
