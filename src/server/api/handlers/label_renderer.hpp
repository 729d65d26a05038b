#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>

#include "api/handlers/label_file.hpp"
#include "base/ground/result.hpp"
#include "base/tasks/bounded_pool.hpp"
#include "base/tasks/task.hpp"

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
  using Pool = base::BoundedPool<label::Typesetter>;

  base::Error refusal();

  std::atomic<std::uint64_t> made_ = 0;
  std::atomic<std::uint64_t> refused_ = 0;
  Pool quick_;
  Pool large_;
};

}  // namespace tradepost::api
