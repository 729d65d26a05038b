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

// The most recent frames, in the writer's own buffers, so that pages are collected without a copy.
//
// Invariants:
// 1. A slab has consecutive bytes of one segment, without a gap.
// 2. Only published bytes can be found; publish() comes after the sync.
// 3. Found bytes never change: a slab is reused only after its last reader has released it.
// 4. Readers may hold slabs that the tail has dropped. The sum of all slabs is bounded: the tail
//    shrinks by the slabs that readers hold, and if they hold too many, find() returns nothing.
class Tail {
 public:
  Tail(std::size_t bytes_max, std::size_t slab_bytes);

  // Returns space for the next frame, at `place`. Its bytes cannot be found before publish(). The
  // space of an unpublished frame is reused. Only the writer's thread calls this and publish().
  std::span<char> room(Place place, std::size_t bytes);
  void publish(std::size_t bytes);

  struct Found {
    std::string_view bytes;             // from the place to the end of the slab's published bytes
    std::shared_ptr<const void> owner;  // the bytes live as long as this
  };
  // Returns nullopt if the bytes must be read from their file. Thread-safe.
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
  const std::shared_ptr<Pool> pool_;  // shared: a slab may return after the tail's end

  mutable std::mutex mutex_;
  std::deque<Slab> slabs_;  // guarded by mutex_; changed by the writer's thread alone
  std::size_t held_bytes_ = 0;
};

}  // namespace tradepost::journal
