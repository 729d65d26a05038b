#pragma once

#include <cstddef>
#include <expected>

#include "base/tasks/task.hpp"
#include "base/tasks/worker_pool.hpp"
#include "exchange/trade/judging.hpp"

namespace tradepost::exchange {

// Threads that judge large bodies, so that no other request of a loop waits for them. They have low
// priority: a sender of ten megabytes can wait. Any thread. Its destructor judges all that still
// wait.
class JudgingPool {
 public:
  // Bodies up to so many bytes are judged where they are.
  JudgingPool(std::size_t threads, std::size_t body_bytes_max);

  // As judge(); `asked` keeps its body as long as it takes.
  base::Task<std::expected<Judged, document::Unreadable>> judge(DirectoryPtr directory,
                                                                ToJudge asked);

 private:
  base::WorkerPool<document::Reader> workers_;
};

}  // namespace tradepost::exchange
