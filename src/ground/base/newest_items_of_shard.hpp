#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <utility>

#include "base/newest_items.hpp"

namespace tradepost::base {

// Entries leave a list from its front only, or with their owner.
template <typename Rules>
bool NewestItems<Rules>::Shard::has(const Place& place) const {
  const auto owner = owners.find(place.owner);
  if (owner == owners.end()) return false;
  const Entries& same = owner->second.by_sort[static_cast<std::size_t>(place.sort)];
  return !same.empty() && same.front().number <= place.number;
}

template <typename Rules>
typename NewestItems<Rules>::Kept& NewestItems<Rules>::Shard::append(const Owner& owner, Sort sort,
                                                                     Entry entry) {
  entry.number = ++last_number;
  order.push_back(
      {.owner = owner, .sort = sort, .number = entry.number, .at = Rules::at(entry.item)});
  ++items;
  bytes += entry.bytes;
  const auto [at, is_new] = owners.try_emplace(owner);
  Kept& kept = at->second;
  if (is_new) bytes += kept.bytes;
  kept.bytes += entry.bytes;
  kept.by_sort[static_cast<std::size_t>(sort)].push_back(std::move(entry));
  return kept;
}

template <typename Rules>
void NewestItems<Rules>::Shard::remove_first(Kept& kept, Sort sort) {
  Entries& same = kept.by_sort[static_cast<std::size_t>(sort)];
  kept.bytes -= same.front().bytes;
  bytes -= same.front().bytes;
  --items;
  same.pop_front();
}

// Removes the entry of a place, which is the first of its list, and an owner without entries.
template <typename Rules>
void NewestItems<Rules>::Shard::remove(const Place& place) {
  const auto owner = owners.find(place.owner);
  remove_first(owner->second, place.sort);
  if (!std::ranges::all_of(owner->second.by_sort, &Entries::empty)) return;
  bytes -= owner->second.bytes;
  owners.erase(owner);
}

// The first place whose entry is still there is the oldest of the shard, and so the first of its
// list.
template <typename Rules>
void NewestItems<Rules>::Shard::remove_oldest() {
  bool is_removed = false;
  while (!order.empty() && !is_removed) {
    const Place place = order.front();
    order.pop_front();
    is_removed = has(place);
    if (is_removed) remove(place);
  }
}

template <typename Rules>
void NewestItems<Rules>::Shard::remove_older_than(Instant oldest) {
  while (!order.empty() && order.front().at < oldest) {
    if (has(order.front())) remove(order.front());
    order.pop_front();
  }
}

// The owner keeps its newest item of the sort that is shortened first.
template <typename Rules>
void NewestItems<Rules>::Shard::shorten(Kept& kept, Sort sort) {
  if (kept.by_sort[static_cast<std::size_t>(sort)].size() > Rules::kept_max(sort))
    remove_first(kept, sort);
  const Sort first = Rules::shortened_first;
  const Entries& same = kept.by_sort[static_cast<std::size_t>(first)];
  while (kept.bytes > Rules::bytes_of_owner_max && same.size() > 1) remove_first(kept, first);
}

template <typename Rules>
std::size_t NewestItems<Rules>::Shard::remove_owners(
    const std::function<bool(const Owner&)>& is_gone) {
  return std::erase_if(owners, [&](const auto& one) {
    const bool is_removed = is_gone(one.first);
    if (!is_removed) return false;
    bytes -= one.second.bytes;
    for (const Entries& entries : one.second.by_sort) items -= entries.size();
    return true;
  });
}

// Examines at most as many places as were added since the last time.
template <typename Rules>
void NewestItems<Rules>::Shard::forget_removed_places() {
  constexpr std::size_t removed_max = 64;
  if (order.size() <= 2 * items + removed_max) return;
  std::erase_if(order, [this](const Place& place) { return !has(place); });
}

}  // namespace tradepost::base
