#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <stop_token>
#include <string>
#include <thread>

#include "app/serve/kept_store.hpp"
#include "base/log.hpp"

namespace tradepost::app {

// Raises the format of a store that an earlier version has written, when this version has served it
// for some time. Until then the earlier version can continue the store. A thread waits for that
// moment, because the rise of a database may wait for it.
class FormatRise {
 public:
  // Both must outlive it.
  FormatRise(KeptStore& kept, const base::Log& log, std::chrono::seconds after);
  // Returns true if the last try to raise the format was refused. Any thread may call it.
  bool is_refused() const { return is_refused_; }

 private:
  void run(const std::stop_token& stop);
  // Returns true if the format is raised.
  bool is_raised();

  KeptStore& kept_;
  const base::Log& log_;
  const std::chrono::seconds after_;
  std::atomic<bool> is_refused_ = false;
  std::string refusal_;  // logged already
  std::mutex mutex_;
  std::condition_variable_any stopped_;
  std::jthread thread_;  // last: it uses the members above. Not started if nothing is to be raised
};

}  // namespace tradepost::app
