#include "journal/frames/tail.hpp"

#include <algorithm>
#include <atomic>
#include <utility>
#include <vector>

#include "base/ground/check.hpp"

namespace tradepost::journal {

// All existing slabs, including those in use by readers only. The pool keeps a few free slabs,
// because their pages are mapped: a new slab costs 250 page faults.
class Tail::Pool : public std::enable_shared_from_this<Tail::Pool> {
 public:
  Pool(std::size_t slab_bytes, std::size_t bytes_max)
      : slab_bytes_(slab_bytes), bytes_max_(bytes_max) {}

  // A frame larger than a slab gets a slab of its size, which is not reused.
  Slab slab(Place begin, std::size_t frame_bytes) {
    const std::size_t capacity = std::max(frame_bytes, slab_bytes_);
    auto bytes = capacity == slab_bytes_ ? spare() : nullptr;
    if (!bytes) {
      bytes = std::make_unique_for_overwrite<char[]>(capacity);
      bytes_.fetch_add(capacity, std::memory_order_relaxed);
    }
    const auto give_back = [pool = shared_from_this(), capacity](char* back) {
      pool->give(std::unique_ptr<char[]>(back), capacity);
    };
    return {.bytes = {bytes.release(), give_back}, .capacity = capacity, .begin = begin, .used = 0};
  }
  std::size_t bytes() const { return bytes_.load(std::memory_order_relaxed); }
  std::size_t bytes_max() const { return bytes_max_; }

 private:
  std::unique_ptr<char[]> spare() {
    const std::lock_guard lock(mutex_);
    if (spare_.empty()) return nullptr;
    auto slab = std::move(spare_.back());
    spare_.pop_back();
    return slab;
  }

  void give(std::unique_ptr<char[]> slab, std::size_t capacity) {
    if (capacity == slab_bytes_ && bytes() <= bytes_max_) {
      const std::lock_guard lock(mutex_);
      spare_.push_back(std::move(slab));
    } else {
      bytes_.fetch_sub(capacity, std::memory_order_relaxed);
    }
  }

  const std::size_t slab_bytes_;
  const std::size_t bytes_max_;
  std::atomic<std::size_t> bytes_ = 0;
  std::mutex mutex_;
  std::vector<std::unique_ptr<char[]>> spare_;  // guarded by mutex_
};

// The pool may have two slabs more: one for the next frame and one spare.
Tail::Tail(std::size_t bytes_max, std::size_t slab_bytes)
    : bytes_max_(bytes_max), pool_(std::make_shared<Pool>(slab_bytes, bytes_max + 2 * slab_bytes)) {
  CHECK(slab_bytes > 0 && slab_bytes <= bytes_max);
}

std::span<char> Tail::room(Place place, std::size_t bytes) {
  if (!slabs_.empty()) {
    const auto& last = slabs_.back();
    const Place end{last.begin.segment, last.begin.offset + static_cast<std::uint32_t>(last.used)};
    if (place == end && last.capacity - last.used >= bytes) {
      return {last.bytes.get() + last.used, bytes};
    }
  }
  Slab slab = pool_->slab(place, bytes);
  const std::span<char> room{slab.bytes.get(), bytes};
  std::vector<Slab> evicted;  // freed after the lock is released
  const std::lock_guard lock(mutex_);
  held_bytes_ += slab.capacity;
  std::size_t all_bytes = pool_->bytes();
  while ((held_bytes_ > bytes_max_ || all_bytes > pool_->bytes_max()) && !slabs_.empty()) {
    Slab& oldest = slabs_.front();
    held_bytes_ -= oldest.capacity;
    if (oldest.bytes.use_count() == 1) all_bytes -= oldest.capacity;
    evicted.push_back(std::move(oldest));
    slabs_.pop_front();
  }
  slabs_.push_back(std::move(slab));
  return room;
}

void Tail::publish(std::size_t bytes) {
  const std::lock_guard lock(mutex_);
  CHECK(!slabs_.empty() && slabs_.back().capacity - slabs_.back().used >= bytes);
  slabs_.back().used += bytes;
}

std::optional<Tail::Found> Tail::find(Place place) const {
  const std::lock_guard lock(mutex_);
  if (pool_->bytes() > pool_->bytes_max()) return std::nullopt;
  // The first slab that begins after the place; the one before it may have it.
  const auto behind = std::ranges::upper_bound(slabs_, place, {}, &Slab::begin);
  if (behind == slabs_.begin()) return std::nullopt;
  const auto& slab = *std::prev(behind);
  if (slab.begin.segment != place.segment) return std::nullopt;
  const std::size_t offset = place.offset - slab.begin.offset;
  if (offset >= slab.used) return std::nullopt;
  return Found{.bytes = {slab.bytes.get() + offset, slab.used - offset}, .owner = slab.bytes};
}

}  // namespace tradepost::journal
