#pragma once

#include <condition_variable>
#include <cstddef>
#include <deque>
#include <expected>
#include <mutex>
#include <thread>
#include <vector>

#include "base/completion.hpp"
#include "base/task.hpp"
#include "exchange/judging.hpp"

namespace tradepost::exchange {

// Threads that judge large bodies, so that no other request of a loop waits for them. They stand
// behind everybody else where processors are scarce: who sends ten megabytes can wait. Any thread.
class JudgingPool {
 public:
  // Bodies up to so many bytes are judged where they are.
  JudgingPool(std::size_t threads, std::size_t body_bytes_max);
  JudgingPool(JudgingPool&&) = delete;
  // What still waits is judged before.
  ~JudgingPool();

  // As judge(); `asked` keeps its body as long as it takes.
  base::Task<std::expected<Judged, document::Unreadable>> judge(DirectoryPtr directory,
                                                                ToJudge asked);

 private:
  using Outcome = std::expected<Judged, document::Unreadable>;
  struct Work {
    DirectoryPtr directory;
    ToJudge asked;
    base::Completer<Outcome> completer;
  };
  void run();

  const std::size_t body_bytes_max_;
  std::vector<std::thread> threads_;

  std::mutex mutex_;
  std::condition_variable changed_;
  // guarded by mutex_
  std::deque<Work> waiting_;
  bool stopping_ = false;
};

}  // namespace tradepost::exchange
