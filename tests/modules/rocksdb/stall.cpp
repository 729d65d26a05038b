#include "rocksdb/stall.hpp"

#include <chrono>
#include <string_view>

namespace tradepost::rocksdb_reasons {
namespace {
constexpr auto patience = std::chrono::seconds(10);
// RocksDB logs this after it has selected the families to flush, and before it waits. It gives no
// other sign.
constexpr std::string_view words_of_waiting_flush = "WaitUntilFlushWouldNotStallWrites waiting";
}  // namespace

void Stall::hold() {
  const std::lock_guard lock(mutex_);
  holding_ = true;
}

void Stall::let_go() {
  const std::lock_guard lock(mutex_);
  holding_ = false;
  changed_.notify_all();
}

bool Stall::compaction_is_held() {
  std::unique_lock lock(mutex_);
  return changed_.wait_for(lock, patience, [&] { return held_ > 0; });
}

bool Stall::flush_waits() {
  std::unique_lock lock(mutex_);
  return changed_.wait_for(lock, patience, [&] { return waiting_flushes_ > 0; });
}

void Stall::at_begin_of_compaction() {
  std::unique_lock lock(mutex_);
  ++held_;
  changed_.notify_all();
  changed_.wait(lock, [&] { return !holding_; });
  --held_;
}

void Stall::on_log(const char* format) {
  if (!std::string_view(format).contains(words_of_waiting_flush)) return;
  const std::lock_guard lock(mutex_);
  ++waiting_flushes_;
  changed_.notify_all();
}

}  // namespace tradepost::rocksdb_reasons
