#pragma once

#include <algorithm>
#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <mutex>
#include <unordered_map>
#include <utility>
#include <vector>

#include "base/clock.hpp"
#include "base/ids.hpp"

namespace tradepost::base {

// The newest items of each owner, in bounded memory. Any thread may call it.
//
// `Rules` has the types Owner, Item (a pointer that is cheap to copy), Sort (an enum from 0) and
// HashOfOwner; the static functions sort_of(item), at(item), id(item), memory_of(item) and
// kept_max(sort); and the constants sorts, bytes_of_owner_max, bookkeeping_of_owner (the memory of
// an owner with few items) and shortened_first (the sort that an owner with too many bytes loses).
//
// Invariants: 1. An owner has at most kept_max() items of each sort, and bytes_of_owner_max of all.
// 2. All owners together have at most the bytes of the bounds. A new item replaces the oldest ones,
// of its owner or of all. 3. An item is removed when it is older than the bound, at the next call
// for an owner of the same shard or the next remove_old().
template <typename Rules>
class NewestItems {
 public:
  using Owner = typename Rules::Owner;
  using Item = typename Rules::Item;
  using Sort = typename Rules::Sort;
  struct Bounds {
    std::chrono::days kept_for{7};
    std::uint64_t bytes = 32u << 20;
  };

  // `clock` must outlive the items.
  NewestItems(const Clock& clock, Bounds bounds) : clock_(clock), bounds_(bounds) {}

  void add(const Owner& owner, Item item) {
    const Sort sort = Rules::sort_of(item);
    Entry entry{.number = 0, .bytes = Rules::memory_of(item), .item = std::move(item)};
    const Instant oldest_kept = oldest();
    Shard& shard = shard_of(owner);
    const std::lock_guard lock(shard.mutex);
    shard.remove_older_than(oldest_kept);
    shard.shorten(shard.append(owner, sort, std::move(entry)), sort);
    while (shard.bytes > bounds_.bytes / shard_count && !shard.order.empty()) shard.remove_oldest();
    shard.forget_removed_places();
  }

  // Returns the items of the owner, the one with the largest id first.
  std::vector<Item> newest(const Owner& owner) {
    std::vector<Item> found;
    const Instant oldest_kept = oldest();
    {
      Shard& shard = shard_of(owner);
      const std::lock_guard lock(shard.mutex);
      shard.remove_older_than(oldest_kept);
      const auto at = shard.owners.find(owner);
      if (at == shard.owners.end()) return found;
      for (const auto& entries : at->second.by_sort) {
        for (const Entry& entry : entries) found.push_back(entry.item);
      }
    }
    std::ranges::sort(found, std::greater(), Rules::id);
    return found;
  }

  // Returns the item with the largest id for which `is_wanted` returns true, or an empty one.
  // `is_wanted` is called under a lock.
  template <typename IsWanted>
  Item last_where(const Owner& owner, IsWanted is_wanted) {
    Item found{};
    const Instant oldest_kept = oldest();
    Shard& shard = shard_of(owner);
    const std::lock_guard lock(shard.mutex);
    shard.remove_older_than(oldest_kept);
    const auto at = shard.owners.find(owner);
    if (at == shard.owners.end()) return found;
    for (const auto& entries : at->second.by_sort) {
      const auto last = std::find_if(entries.rbegin(), entries.rend(),
                                     [&](const Entry& entry) { return is_wanted(entry.item); });
      if (last == entries.rend()) continue;
      if (!found || Rules::id(found) < Rules::id(last->item)) found = last->item;
    }
    return found;
  }

  // Returns an empty item if the owner has none with the id.
  Item find(const Owner& owner, const Uuid& id) {
    return last_where(owner, [&](const Item& item) { return Rules::id(item) == id; });
  }

  // Returns the items of all owners, oldest first for each owner and sort.
  std::vector<std::pair<Owner, Item>> all() const {
    std::vector<std::pair<Owner, Item>> found;
    for (const Shard& shard : shards_) {
      const std::lock_guard lock(shard.mutex);
      for (const auto& [owner, kept] : shard.owners) {
        for (const auto& entries : kept.by_sort) {
          for (const Entry& entry : entries) found.emplace_back(owner, entry.item);
        }
      }
    }
    return found;
  }

  // Removes the items that are too old.
  void remove_old() {
    const Instant oldest_kept = oldest();
    for (Shard& shard : shards_) {
      const std::lock_guard lock(shard.mutex);
      shard.remove_older_than(oldest_kept);
    }
  }

  // Removes the owners for which `is_gone` returns true, and returns their number.
  std::size_t remove_owners(const std::function<bool(const Owner&)>& is_gone) {
    std::size_t removed = 0;
    for (Shard& shard : shards_) {
      const std::lock_guard lock(shard.mutex);
      removed += shard.remove_owners(is_gone);
      shard.forget_removed_places();
    }
    return removed;
  }

  const Bounds& bounds() const { return bounds_; }
  // Returns the memory of all items and their owners.
  std::uint64_t bytes_in_use() const {
    std::uint64_t bytes = 0;
    for (const Shard& shard : shards_) {
      const std::lock_guard lock(shard.mutex);
      bytes += shard.bytes;
    }
    return bytes;
  }

 private:
  struct Entry {
    std::uint64_t number = 0;  // in the order of the shard
    std::size_t bytes = 0;
    Item item;
  };
  using Entries = std::deque<Entry>;  // oldest first; only the first one is removed
  struct Kept {
    std::array<Entries, Rules::sorts> by_sort;
    std::size_t bytes = Rules::bookkeeping_of_owner;
  };
  struct Place {
    Owner owner;
    Sort sort{};
    std::uint64_t number = 0;
    Instant at{};
  };
  // A part of the owners. Requests of different owners seldom wait for the same lock.
  struct Shard {
    mutable std::mutex mutex;
    // Guarded by mutex:
    std::deque<Place> order;  // oldest first, with places of items that have been removed
    std::unordered_map<Owner, Kept, typename Rules::HashOfOwner> owners;
    std::size_t items = 0;
    std::size_t bytes = 0;
    std::uint64_t last_number = 0;

    // These require the lock.
    bool has(const Place& place) const;
    Kept& append(const Owner& owner, Sort sort, Entry entry);
    void remove_first(Kept& kept, Sort sort);
    void remove(const Place& place);
    void remove_oldest();
    void remove_older_than(Instant oldest);
    void shorten(Kept& kept, Sort sort);
    std::size_t remove_owners(const std::function<bool(const Owner&)>& is_gone);
    void forget_removed_places();
  };
  static constexpr std::size_t shard_count = 16;

  Shard& shard_of(const Owner& owner) {
    return shards_[typename Rules::HashOfOwner()(owner) % shard_count];
  }
  Instant oldest() const { return clock_.now() - bounds_.kept_for; }

  const Clock& clock_;
  const Bounds bounds_;
  std::array<Shard, shard_count> shards_;
};

}  // namespace tradepost::base

#include "base/newest_items_of_shard.hpp"  // the functions of a shard
