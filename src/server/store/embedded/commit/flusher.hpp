#pragma once

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <mutex>
#include <thread>

#include "journal/journal.hpp"
#include "store/embedded/commit/journal_end.hpp"
#include "store/embedded/index/index.hpp"

namespace tradepost::store::embedded {

// The limit of the journal that a start must read again (embedded-store 3.3).
struct FlushOptions {
  std::uint64_t journal_bytes = 64u << 20;
  std::chrono::milliseconds every{30'000};
  std::chrono::milliseconds poll_interval{100};
};

// The thread that flushes the index periodically, although the journal has all data. It also
// reports damage that any thread has found.
class Flusher {
 public:
  // All must outlive this. `data` is the folder for the file `journal-end`, or nullptr.
  // `on_failure`: an error of a flush and damage are final.
  Flusher(Index& index, const journal::Journal& journal, journal::Folder* data,
          const FlushOptions& options, std::function<void(const base::Error&)> on_failure);
  ~Flusher();

 private:
  void run();
  bool is_due(std::chrono::steady_clock::time_point now) const;

  Index& index_;
  const journal::Journal& journal_;
  const FlushOptions options_;
  const std::function<void(const base::Error&)> on_failure_;

  std::mutex mutex_;
  std::condition_variable stopped_;
  bool stopping_ = false;  // guarded by mutex_

  // Only thread_ uses these.
  JournalEndNotes notes_;
  journal::Place flushed_;
  std::chrono::steady_clock::time_point flushed_at_;

  std::thread thread_;  // last: it uses the members above
};

}  // namespace tradepost::store::embedded
