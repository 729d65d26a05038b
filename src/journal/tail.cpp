#include "journal/tail.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "base/check.hpp"

namespace tradepost::journal {

// Slabs that nobody holds: their pages are mapped already, and a new one costs 250 page faults.
class Tail::Pool : public std::enable_shared_from_this<Tail::Pool> {
 public:
  Pool(std::size_t slab_bytes, std::size_t spare_max)
      : slab_bytes_(slab_bytes), spare_max_(spare_max) {}

  std::shared_ptr<char[]> take() {
    auto slab = spare();
    if (!slab) slab = std::make_unique_for_overwrite<char[]>(slab_bytes_);
    char* const bytes = slab.release();
    return {bytes, [pool = shared_from_this()](char* back) { pool->give(back); }};
  }

 private:
  std::unique_ptr<char[]> spare() {
    const std::lock_guard lock(mutex_);
    if (spare_.empty()) return nullptr;
    auto slab = std::move(spare_.back());
    spare_.pop_back();
    return slab;
  }

  void give(char* bytes) {
    std::unique_ptr<char[]> slab(bytes);
    const std::lock_guard lock(mutex_);
    if (spare_.size() < spare_max_) spare_.push_back(std::move(slab));
  }

  const std::size_t slab_bytes_;
  const std::size_t spare_max_;
  std::mutex mutex_;
  std::vector<std::unique_ptr<char[]>> spare_;  // guarded by mutex_
};

Tail::Tail(std::size_t bytes_max, std::size_t slab_bytes)
    : bytes_max_(bytes_max),
      slab_bytes_(slab_bytes),
      pool_(std::make_shared<Pool>(slab_bytes, bytes_max / slab_bytes + 1)) {
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
  // A frame larger than a slab has one for itself, which does not come back.
  Slab slab{
      .bytes = bytes <= slab_bytes_ ? pool_->take() : std::make_shared_for_overwrite<char[]>(bytes),
      .capacity = std::max(bytes, slab_bytes_),
      .begin = place,
      .used = 0};
  const std::span<char> room{slab.bytes.get(), bytes};
  std::vector<Slab> evicted;  // given back after the lock
  const std::lock_guard lock(mutex_);
  held_bytes_ += slab.capacity;
  while (held_bytes_ > bytes_max_ && !slabs_.empty()) {
    held_bytes_ -= slabs_.front().capacity;
    evicted.push_back(std::move(slabs_.front()));
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
  // The first slab that begins behind the place; the one before it may have it.
  const auto behind = std::ranges::upper_bound(slabs_, place, {}, &Slab::begin);
  if (behind == slabs_.begin()) return std::nullopt;
  const auto& slab = *std::prev(behind);
  if (slab.begin.segment != place.segment) return std::nullopt;
  const std::size_t offset = place.offset - slab.begin.offset;
  if (offset >= slab.used) return std::nullopt;
  return Found{.bytes = {slab.bytes.get() + offset, slab.used - offset}, .owner = slab.bytes};
}

}  // namespace tradepost::journal
