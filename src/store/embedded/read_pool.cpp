#include "store/embedded/read_pool.hpp"

#include <fmt/format.h>

#include <utility>

#include "base/thread_name.hpp"

namespace tradepost::store::embedded {

ReadPool::ReadPool(unsigned threads) {
  threads_.reserve(threads);
  for (unsigned i = 0; i < threads; ++i) {
    threads_.emplace_back([this, i] {
      base::name_thread(fmt::format("reader {}", i));
      run();
    });
  }
}

ReadPool::~ReadPool() {
  {
    const std::lock_guard lock(mutex_);
    stopping_ = true;
  }
  posted_.notify_all();
  for (std::thread& thread : threads_) thread.join();
}

void ReadPool::post(exchange::Actor asker, Work work) {
  {
    const std::lock_guard lock(mutex_);
    work_.add(asker, std::move(work));
  }
  posted_.notify_one();
}

void ReadPool::run() {
  while (true) {
    Work work;
    {
      std::unique_lock lock(mutex_);
      posted_.wait(lock, [this] { return !work_.is_empty() || stopping_; });
      if (work_.is_empty()) return;
      work = work_.take();
    }
    work();
  }
}

}  // namespace tradepost::store::embedded
