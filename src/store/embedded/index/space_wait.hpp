#pragma once

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <mutex>

namespace tradepost::store::embedded {

// What of the index waits for space on the disk: an error would be final for RocksDB. Any thread.
class SpaceWait {
 public:
  // From begin() to end() writers wait for space, because the store serves. Before and after, a
  // write without space has failed.
  void begin();
  void end();

  // A compaction without space is no shortage yet: recent writes are elsewhere.
  enum class Of : std::uint8_t { writing, compaction };
  // A moment. False: nobody waits.
  bool again(Of of);

  // Whether something that has to be written is waiting.
  bool is_on() const { return waiting_.load(std::memory_order_relaxed) > 0; }

 private:
  std::mutex mutex_;
  std::condition_variable ended_;
  bool serves_ = false;  // guarded by mutex_
  std::atomic<int> waiting_ = 0;
};

}  // namespace tradepost::store::embedded
