#pragma once

#include <atomic>
#include <chrono>
#include <cstddef>
#include <functional>
#include <optional>
#include <utility>

#include "base/tasks/awaitables.hpp"
#include "base/tasks/completion.hpp"
#include "base/tasks/executor.hpp"
#include "base/tasks/task.hpp"
#include "base/tasks/worker_pool.hpp"

namespace tradepost::base {

// Threads that make files out of documents, so that no loop waits for them. Their queue holds a
// bounded number of bytes. The destructor drops waiting work. Any thread may call it.
template <typename Tool>
class BoundedPool {
 public:
  using Pool = WorkerPool<Tool>;

  BoundedPool(typename Pool::Options options, std::size_t waiting_bytes_max,
              typename Pool::MakeTool make_tool)
      : waiting_bytes_max_(waiting_bytes_max), workers_(std::move(options), std::move(make_tool)) {}

  // Runs `work` on a document of `bytes`. One that is larger than the bound is accepted alone.
  // Returns nullopt if too much waits or the deadline passes.
  template <typename Outcome>
  Task<std::optional<Outcome>> run(std::size_t bytes, SteadyTime deadline,
                                   std::move_only_function<Outcome(Tool&)> work) {
    Executor& executor = co_await this_executor();
    Completion<Outcome> made(executor);
    const std::size_t others = waiting_bytes_.fetch_add(bytes);
    bool is_taken = others == 0 || others + bytes <= waiting_bytes_max_;
    if (is_taken) {
      is_taken = workers_.post([this, bytes, deadline, work = std::move(work),
                                done = made.completer()](Tool& tool) mutable {
        waiting_bytes_ -= bytes;
        // The request has timed out.
        if (std::chrono::steady_clock::now() >= deadline) return;
        done.fulfil(work(tool));
      });
    }
    if (!is_taken) {
      waiting_bytes_ -= bytes;
      co_return std::nullopt;
    }
    std::optional<Outcome> outcome = co_await made.wait_until(deadline);
    co_return std::move(outcome);
  }

 private:
  const std::size_t waiting_bytes_max_;
  std::atomic<std::size_t> waiting_bytes_ = 0;
  Pool workers_;  // last: its threads use the members above
};

}  // namespace tradepost::base
