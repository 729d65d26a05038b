#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>

#include "api/handlers/label_file.hpp"
#include "base/ground/result.hpp"
#include "base/tasks/executor.hpp"
#include "base/tasks/task.hpp"
#include "base/tasks/worker_pool.hpp"

namespace tradepost::api {

// Threads that make label files, so that the loops are not blocked. Files of few labels have a
// separate thread and do not wait for files of a thousand. The destructor drops waiting files.
// Thread-safe.
class LabelRenderer {
 public:
  // `threads` work on files of many labels.
  explicit LabelRenderer(std::size_t threads);
  LabelRenderer(LabelRenderer&&) = delete;

  // Works like label_file(). Fails with `unavailable` if too much waits or the deadline passes.
  base::Task<base::Result<LabelFile>> print(LabelOrder order, base::SteadyTime deadline);

  std::uint64_t made() const { return made_.load(std::memory_order_relaxed); }
  std::uint64_t refused() const { return refused_.load(std::memory_order_relaxed); }

 private:
  using Pool = base::WorkerPool<label::Typesetter>;
  // Threads and the files that wait for them.
  struct Line {
    std::atomic<std::size_t> waiting_bytes = 0;  // of the waiting contents
    Pool workers;
  };

  base::Task<base::Result<LabelFile>> print_in(Line& line, LabelOrder order,
                                               base::SteadyTime deadline);
  base::Error refusal();

  std::atomic<std::uint64_t> made_ = 0;
  std::atomic<std::uint64_t> refused_ = 0;
  Line quick_;
  Line large_;
};

}  // namespace tradepost::api
