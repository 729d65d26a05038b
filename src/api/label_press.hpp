#pragma once

#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "api/label_file.hpp"
#include "base/completion.hpp"
#include "base/executor.hpp"
#include "base/result.hpp"
#include "base/task.hpp"

namespace tradepost::api {

// Threads that make label files, so that no other request of a loop waits for it. Files of few
// labels have a thread of their own: who prints one label does not wait for who prints a thousand.
// Any thread.
class LabelPress {
 public:
  // So many threads for files of many labels.
  explicit LabelPress(std::size_t threads);
  LabelPress(LabelPress&&) = delete;
  // What still waits is not made any more.
  ~LabelPress();

  // As label_file(). `unavailable` where too much waits already, or the deadline came first.
  base::Task<base::Result<std::string>> print(LabelOrder order, base::SteadyTime deadline);

  std::uint64_t made() const { return made_.load(std::memory_order_relaxed); }
  std::uint64_t refused() const { return refused_.load(std::memory_order_relaxed); }

 private:
  using Outcome = base::Result<std::string>;
  struct Job {
    LabelOrder order;
    base::SteadyTime deadline;
    base::Completer<Outcome> completer;
  };
  // What waits for some threads.
  struct Line {
    std::mutex mutex;
    std::condition_variable changed;
    // guarded by mutex
    std::deque<Job> waiting;
    std::size_t waiting_bytes = 0;  // of their contents
    bool is_ending = false;
  };

  static bool is_quick(const LabelOrder& order);
  // Gives the job back where there is no room for it.
  static std::optional<Job> add(Line& line, Job job);
  static std::optional<Job> next(Line& line);
  void run(Line& line);
  static void end(Line& line);

  std::atomic<std::uint64_t> made_ = 0;
  std::atomic<std::uint64_t> refused_ = 0;
  Line quick_;
  Line large_;
  std::vector<std::thread> threads_;  // last: they use what stands above
};

}  // namespace tradepost::api
