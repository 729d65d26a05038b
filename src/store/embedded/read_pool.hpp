#pragma once

#include <condition_variable>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

#include "base/fair_line.hpp"
#include "exchange/model.hpp"

namespace tradepost::store::embedded {

// Threads that may wait for the disk, for reads that a loop must not do, in rounds: one of each
// that asks. What was posted is done before it ends.
class ReadPool {
 public:
  using Work = std::move_only_function<void()>;

  explicit ReadPool(unsigned threads);
  ~ReadPool();

  void post(exchange::Actor asker, Work work);

 private:
  void run();

  std::mutex mutex_;
  std::condition_variable posted_;
  // guarded by mutex_
  base::FairLine<exchange::Actor, Work> work_;
  bool stopping_ = false;

  std::vector<std::thread> threads_;  // last: they use what stands above
};

}  // namespace tradepost::store::embedded
