#pragma once

#include <atomic>
#include <cstdint>

#include "journal/disk/place.hpp"

namespace tradepost::journal {

// The end of the synced bytes. For readers, bytes at or after it do not exist, even if the disk or
// the page cache returns them.
class Published {
 public:
  explicit Published(Place end) : end_(end.packed()) {}

  Place end() const { return Place::unpacked(end_.load(std::memory_order_acquire)); }
  // The writer's thread calls this after the sync.
  void publish(Place end) { end_.store(end.packed(), std::memory_order_release); }

 private:
  std::atomic<std::uint64_t> end_;
};

}  // namespace tradepost::journal
