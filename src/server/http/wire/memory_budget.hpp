#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <limits>
#include <mutex>
#include <optional>
#include <utility>
#include <vector>

#include "base/tasks/completion.hpp"
#include "base/tasks/executor.hpp"
#include "base/tasks/task.hpp"

namespace tradepost::http {

class MemoryShare;

// Bounds the memory of all large bodies and answers together. Each takes its share before the
// memory is allocated and holds it for as long. Requests without room wait in the order of arrival.
// Small ones need no share (limits::uncounted_bytes_max), so they never wait. Thread-safe. Outlives
// its shares.
class MemoryBudget {
 public:
  static constexpr std::uint64_t unbounded = std::numeric_limits<std::uint64_t>::max() / 2;

  explicit MemoryBudget(std::uint64_t bytes_max = unbounded) : bytes_max_(bytes_max) {}
  MemoryBudget(MemoryBudget&&) = delete;

  // Returns nullopt if no room is free or others wait for some.
  std::optional<MemoryShare> take(std::uint64_t bytes);
  // Returns nullopt if no room is free before the deadline, or too many wait already.
  base::Task<std::optional<MemoryShare>> wait(std::uint64_t bytes, base::SteadyTime deadline);
  // Takes a share with or without room, for memory that is already allocated.
  MemoryShare take_anyway(std::uint64_t bytes);

  std::uint64_t bytes_max() const { return bytes_max_; }
  std::uint64_t bytes_in_use() const { return used_.load(std::memory_order_relaxed); }
  std::uint64_t waited() const { return waited_.load(std::memory_order_relaxed); }
  std::uint64_t refused() const { return refused_.load(std::memory_order_relaxed); }

 private:
  friend class MemoryShare;
  struct Waiting {
    std::uint64_t number;
    std::uint64_t bytes;
    base::Completer<bool> completer;
  };
  using Called = std::vector<base::Completer<bool>>;

  bool claim(std::uint64_t bytes);
  void give_back(std::uint64_t bytes);
  // Returns nullopt if the line is full.
  std::optional<std::uint64_t> enqueue(std::uint64_t bytes, base::Completer<bool> completer);
  enum class Left : std::uint8_t { in_line, with_a_share };
  Left leave(std::uint64_t number);
  void call_those_in_front();
  Called take_those_in_front();

  const std::uint64_t bytes_max_;
  std::atomic<std::uint64_t> used_ = 0;
  // The size of line_. A thread that gives back reads it afterwards, and one that waits reads used_
  // after it was counted. So one of the two sees the other.
  std::atomic<std::size_t> waiting_ = 0;
  std::atomic<std::uint64_t> waited_ = 0;
  std::atomic<std::uint64_t> refused_ = 0;

  std::mutex mutex_;
  // Guarded by mutex_.
  std::deque<Waiting> line_;  // ordered by number
  std::uint64_t last_number_ = 0;
};

// A number of bytes of a budget. The destructor gives them back. An empty share has no budget.
class MemoryShare {
 public:
  MemoryShare() = default;
  MemoryShare(MemoryShare&& other) noexcept
      : budget_(std::exchange(other.budget_, nullptr)), bytes_(std::exchange(other.bytes_, 0)) {}
  MemoryShare& operator=(MemoryShare&& other) noexcept {
    std::swap(budget_, other.budget_);
    std::swap(bytes_, other.bytes_);
    other.give_back();
    return *this;
  }
  ~MemoryShare() { give_back(); }

  bool is_empty() const { return budget_ == nullptr; }
  std::uint64_t bytes() const { return bytes_; }
  // Gives back all but `bytes`. Does nothing with an empty share.
  void shrink(std::uint64_t bytes);
  void give_back();

 private:
  friend class MemoryBudget;
  MemoryShare(MemoryBudget& budget, std::uint64_t bytes) : budget_(&budget), bytes_(bytes) {}

  MemoryBudget* budget_ = nullptr;
  std::uint64_t bytes_ = 0;
};

}  // namespace tradepost::http
