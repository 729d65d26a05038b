#pragma once

#include <fmt/format.h>

#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "base/tasks/round_robin_queue.hpp"
#include "base/tasks/thread_name.hpp"
#include "base/tasks/thread_priority.hpp"

namespace tradepost::base {

// The tool of work that needs no tool.
struct NoTool {};

// Threads that do one kind of work, so that no loop waits for it. A thread makes the tool for the
// work at its first job. The pool takes one waiting job of each asker in turn; without askers, jobs
// run in the order of posting. Any thread may post.
template <typename Tool, typename Requester = std::uint8_t>
class WorkerPool {
 public:
  using Work = std::move_only_function<void(Tool&)>;
  using MakeTool = std::function<Tool()>;

  enum class Priority : std::uint8_t { usual, low };
  enum class AtEnd : std::uint8_t { does_the_rest, drops_the_rest };
  struct Options {
    std::string name;  // of its threads; a number follows it
    std::size_t threads = 1;
    Priority priority = Priority::usual;
    std::size_t waiting_max = std::numeric_limits<std::size_t>::max();
    AtEnd at_end = AtEnd::does_the_rest;
  };
  WorkerPool(Options options, MakeTool make_tool)
      : options_(std::move(options)), make_tool_(std::move(make_tool)) {
    for (std::size_t i = 0; i < options_.threads; ++i) {
      threads_.emplace_back([this, i] {
        name_thread(fmt::format("{} {}", options_.name, i));
        if (options_.priority == Priority::low) lower_thread_priority();
        run();
      });
    }
  }
  WorkerPool(WorkerPool&&) = delete;
  ~WorkerPool() {
    {
      const std::lock_guard lock(mutex_);
      is_ending_ = true;
    }
    posted_.notify_all();
    for (std::thread& thread : threads_) thread.join();
    run();  // the waiting jobs of a pool without threads
  }

  // Returns false if the queue is full or the pool ends.
  [[nodiscard]] bool post(Work work, const Requester& requester = {}) {
    {
      const std::lock_guard lock(mutex_);
      if (is_ending_ || waiting_count_ >= options_.waiting_max) return false;
      ++waiting_count_;
      waiting_.add(requester, std::move(work));
    }
    posted_.notify_one();
    return true;
  }

 private:
  void run() {
    std::optional<Work> work = next();
    if (!work) return;
    Tool tool = make_tool_();
    for (; work; work = next()) (*work)(tool);
  }
  // Waits for the next job. Returns nullopt at the end of the pool.
  std::optional<Work> next() {
    std::unique_lock lock(mutex_);
    posted_.wait(lock, [this] { return is_ending_ || !waiting_.is_empty(); });
    const bool drops = is_ending_ && options_.at_end == AtEnd::drops_the_rest;
    if (drops || waiting_.is_empty()) return std::nullopt;
    --waiting_count_;
    return waiting_.take();
  }

  const Options options_;
  const MakeTool make_tool_;

  std::mutex mutex_;
  std::condition_variable posted_;
  // Guarded by mutex_:
  RoundRobinQueue<Requester, Work> waiting_;
  std::size_t waiting_count_ = 0;
  bool is_ending_ = false;

  std::vector<std::thread> threads_;  // last: they use the members above
};

}  // namespace tradepost::base
