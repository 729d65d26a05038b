#pragma once

#include <cstddef>
#include <expected>

#include "base/tasks/task.hpp"
#include "base/tasks/worker_pool.hpp"
#include "exchange/trade/judging.hpp"

namespace tradepost::exchange {

// Threads that read large bodies, so that no other request of a loop waits for them. They have low
// priority, because the sender of a large body can wait. Any thread may call it. The destructor
// finishes all queued bodies.
class JudgingPool {
 public:
  // A body of more than `body_bytes_max` bytes is unreadable.
  JudgingPool(std::size_t threads, std::size_t body_bytes_max);

  // As judge(). `asked` keeps its body alive for the whole call.
  base::Task<std::expected<Judged, document::Unreadable>> judge(DirectoryPtr directory,
                                                                ToJudge asked);

 private:
  base::WorkerPool<document::Reader> workers_;
};

}  // namespace tradepost::exchange
