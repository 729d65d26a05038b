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

// Threads that make label files, so that no other request of a loop waits for them. Files of few
// labels have a thread of their own, so that they do not wait for files of a thousand. Its
// destructor drops the waiting ones. Any thread.
class LabelRenderer {
 public:
  // So many threads for files of many labels.
  explicit LabelRenderer(std::size_t threads);
  LabelRenderer(LabelRenderer&&) = delete;

  // As label_file(). `unavailable` where too much waits already, or the deadline came first.
  base::Task<base::Result<LabelFile>> print(LabelOrder order, base::SteadyTime deadline);

  std::uint64_t made() const { return made_.load(std::memory_order_relaxed); }
  std::uint64_t refused() const { return refused_.load(std::memory_order_relaxed); }

 private:
  using Pool = base::WorkerPool<label::Typesetter>;
  // What waits for some threads.
  struct Line {
    std::atomic<std::size_t> waiting_bytes = 0;  // of their contents
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
