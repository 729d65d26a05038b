#pragma once

#include <cstddef>
#include <deque>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string_view>

#include "journal/disk/place.hpp"

namespace tradepost::journal {

// The most recent frames, as the writer's own buffers: pages gather from them without a copy.
//
// Invariants:
// 1. A slab has consecutive bytes of one segment, without a gap.
// 2. Only what publish() was called for can be found; publish() comes after the sync.
// 3. Found bytes never change: a slab is used again only when nobody holds it any more.
// 4. Readers may hold slabs after the tail has dropped them. All slabs together are bounded:
//    the tail lacks those that readers hold, and if they hold too many, nothing more is found.
class Tail {
 public:
  Tail(std::size_t bytes_max, std::size_t slab_bytes);

  // The writer's thread. Room for the next frame, at `place`; its bytes cannot be found until they
  // are published. The room of a frame that was never published is given again.
  std::span<char> room(Place place, std::size_t bytes);
  void publish(std::size_t bytes);

  struct Found {
    std::string_view bytes;             // from the place to the end of what is known
    std::shared_ptr<const void> owner;  // the bytes live as long as this
  };
  // Any thread. Nothing: it has to be read from its file.
  std::optional<Found> find(Place place) const;

 private:
  class Pool;
  struct Slab {
    std::shared_ptr<char[]> bytes;
    std::size_t capacity = 0;
    Place begin;
    std::size_t used = 0;  // published
  };

  const std::size_t bytes_max_;
  const std::shared_ptr<Pool> pool_;  // shared: a slab may come back after the tail is gone

  mutable std::mutex mutex_;
  std::deque<Slab> slabs_;  // guarded by mutex_; changed by the writer's thread alone
  std::size_t held_bytes_ = 0;
};

}  // namespace tradepost::journal
