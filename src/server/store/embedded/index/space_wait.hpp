#pragma once

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <mutex>

namespace tradepost::store::embedded {

// Lets the index wait for disk space, because RocksDB treats an error as final. Thread-safe.
class SpaceWait {
 public:
  // Before begin() only compactions wait: a caller may need every other write. Between begin() and
  // end() the store serves, and all writers wait. After end() a write without space fails.
  //
  // Returns false if has_given_up().
  [[nodiscard]] bool begin();
  void end();
  // Returns true if a background write has failed without space, which RocksDB does not forget.
  bool has_given_up();

  // RocksDB's thread calls one of these before its work. A compaction does not wait before begin()
  // while `holds_up_writers` returns true: then writers of the index wait for it.
  static void begin_flush();
  static void begin_compaction(std::function<bool()> holds_up_writers);

  // Space is needed by a write that failed, or by a flush or compaction before its begin. A
  // compaction without space is not a shortage yet: recent writes are in other files.
  enum class Of : std::uint8_t { write, flush, compaction };
  // Waits for a moment. Returns false if the writer should not wait any more.
  bool again(Of of);

  // Returns true if a necessary write is waiting.
  bool is_on() const { return waiting_.load(std::memory_order_relaxed) > 0; }

 private:
  enum class Phase : std::uint8_t { before, serving, ended };

  std::mutex mutex_;
  std::condition_variable ended_;
  Phase phase_ = Phase::before;  // guarded by mutex_
  bool has_given_up_ = false;    // guarded by mutex_
  std::atomic<int> waiting_ = 0;
};

}  // namespace tradepost::store::embedded
