#pragma once

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <mutex>

namespace tradepost::store::embedded {

// Lets the index wait for disk space, because RocksDB treats an error as final. Thread-safe.
class SpaceWait {
 public:
  // Between begin() and end() the store serves, and writers wait for space. Outside this period a
  // write without space fails.
  void begin();
  void end();

  // A compaction without space is not a shortage yet: recent writes are in other files.
  enum class Of : std::uint8_t { writing, compaction };
  // Waits for a moment. Returns false if the writer should not wait any more.
  bool again(Of of);

  // Returns true if a necessary write is waiting.
  bool is_on() const { return waiting_.load(std::memory_order_relaxed) > 0; }

 private:
  std::mutex mutex_;
  std::condition_variable ended_;
  bool serves_ = false;  // guarded by mutex_
  std::atomic<int> waiting_ = 0;
};

}  // namespace tradepost::store::embedded
