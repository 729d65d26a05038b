#pragma once

#include <memory>

#include "base/executor.hpp"
#include "base/result.hpp"

namespace boost::asio {
class io_context;
}

namespace tradepost::http {

// One thread's jobs, timers and sockets. Everything that belongs to a connection happens on the
// loop that accepted it, so nothing of it needs a lock.
class Loop final : public base::Executor {
 public:
  // Refused where the system has no more file descriptors.
  static base::Result<std::unique_ptr<Loop>> create();
  ~Loop() override;

  void post(base::Job job) override;
  base::SteadyTime now() const override;
  base::TimerId post_at(base::SteadyTime time, base::Job job) override;
  void cancel(base::TimerId timer) override;

  // Runs jobs on the calling thread, until finish() was called and nothing is under way any more.
  void run();
  // From any thread.
  void finish();

  // For sockets.
  boost::asio::io_context& context();

 private:
  struct State;
  explicit Loop(std::unique_ptr<State> state);

  std::unique_ptr<State> state_;
};

}  // namespace tradepost::http
