#pragma once

#include <atomic>
#include <cstdint>

#include "journal/disk/place.hpp"

namespace tradepost::journal {

// The end of what is synced: the line between writer and readers. Bytes at or after it do not exist
// for a reader, whatever the disk or the page cache says.
class Published {
 public:
  explicit Published(Place end) : end_(end.packed()) {}

  Place end() const { return Place::unpacked(end_.load(std::memory_order_acquire)); }
  // The writer's thread, after the sync.
  void publish(Place end) { end_.store(end.packed(), std::memory_order_release); }

 private:
  std::atomic<std::uint64_t> end_;
};

}  // namespace tradepost::journal
