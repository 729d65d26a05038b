#pragma once

#include <atomic>
#include <chrono>
#include <functional>
#include <future>
#include <memory>
#include <thread>
#include <utility>

#include "api/request/loop_context.hpp"
#include "app/process/freed_memory.hpp"
#include "base/tasks/executor.hpp"
#include "base/tasks/stop_signal.hpp"
#include "http/connection/loop.hpp"

namespace tradepost::app {

// Background tasks, on a separate thread with its own loop: continuing interrupted releases,
// retention, the watch for recipients that stopped polling, messages about work that waits, and the
// return of freed memory. A failed task is logged, and retried at its next time. A task with too
// much work for one slice continues after the others.
class Upkeep {
 public:
  // `network` must outlive it. Fails if the system has no more file descriptors.
  static base::Result<std::unique_ptr<Upkeep>> start(const api::Services& services);
  // Waits for the tasks under way, for base::limits::answer_within at most.
  ~Upkeep();

  // Runs one use case to its end, from another thread: `run([](exchange::Desk& desk) { … })`.
  template <typename Answer>
  Answer run(std::function<base::Task<Answer>(exchange::Desk&, exchange::Deadline)> use_case);

  // Returns true if the clock jumped forward within the last hour. Any thread may call it.
  bool has_clock_jumped() const {
    return std::chrono::steady_clock::now() < date_holds_from_.load();
  }

 private:
  Upkeep(const api::Services& services, std::unique_ptr<http::Loop> loop);

  base::Task<void> look_after();
  // Reads the changes of the directory once a second, if other processes can make changes.
  base::Task<void> follow_directory();
  void end_one();

  std::unique_ptr<http::Loop> loop_;
  api::LoopContext context_;
  base::StopSignal stop_;
  base::StopSignal stop_following_;
  FreedMemory freed_memory_;
  int tasks_under_way_ = 0;
  std::atomic<base::SteadyTime> date_holds_from_ = base::SteadyTime();
  std::thread thread_;  // last: it uses the members above
};

template <typename Answer>
Answer Upkeep::run(
    std::function<base::Task<Answer>(exchange::Desk&, exchange::Deadline)> use_case) {
  std::promise<Answer> promise;
  loop_->post([&] {
    base::start(*loop_, use_case(context_.desk, context_.deadline()),
                [&](Answer answer) { promise.set_value(std::move(answer)); });
  });
  return promise.get_future().get();
}

}  // namespace tradepost::app
