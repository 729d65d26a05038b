#include "request_log/request_log.hpp"

#include <algorithm>
#include <functional>
#include <utility>

namespace tradepost::request_log {

using Sort = RequestLog::Sort;

Sort sort_of(const LoggedRequest& request) {
  constexpr int too_many_requests = 429;
  if (request.status == too_many_requests) return Sort::other;
  if (request.status >= 400) return Sort::refused;
  return request.method == "GET" || request.method == "HEAD" ? Sort::other : Sort::change;
}

std::size_t RequestLog::HashOfOwner::operator()(const Owner& owner) const {
  return std::hash<exchange::ParticipantId>()(owner.participant) +
         static_cast<std::size_t>(owner.flow == exchange::Flow::live);
}

void RequestLog::add(const Owner& owner, Logged request) {
  const Sort sort = sort_of(*request);
  if (sort == Sort::refused && keep_refused_) keep_refused_(owner, *request);
  Item item{.number = 0, .bytes = memory_of(*request), .request = std::move(request)};
  const exchange::Instant oldest_kept = oldest();
  Shard& shard = shard_of(owner);
  const std::lock_guard lock(shard.mutex);
  shard.remove_older_than(oldest_kept);
  shard.shorten(shard.append(owner, sort, std::move(item)), sort);
  while (shard.bytes > bounds_.bytes / shard_count && !shard.order.empty()) shard.remove_oldest();
  shard.forget_removed_places();
}

std::vector<Logged> RequestLog::newest(const Owner& owner) {
  std::vector<Logged> found;
  const exchange::Instant oldest_kept = oldest();
  {
    Shard& shard = shard_of(owner);
    const std::lock_guard lock(shard.mutex);
    shard.remove_older_than(oldest_kept);
    const auto at = shard.owners.find(owner);
    if (at == shard.owners.end()) return found;
    for (const auto& items : at->second.by_sort) {
      for (const Item& item : items) found.push_back(item.request);
    }
  }
  std::ranges::sort(found, std::greater(), [](const Logged& request) { return request->id; });
  return found;
}

Logged RequestLog::find(const Owner& owner, const base::Uuid& id) {
  const auto all = newest(owner);
  const auto found = std::ranges::find(all, id, [](const Logged& request) { return request->id; });
  return found == all.end() ? nullptr : *found;
}

void RequestLog::remove_old() {
  const exchange::Instant oldest_kept = oldest();
  for (Shard& shard : shards_) {
    const std::lock_guard lock(shard.mutex);
    shard.remove_older_than(oldest_kept);
  }
}

std::uint64_t RequestLog::bytes_in_use() const {
  std::uint64_t bytes = 0;
  for (const Shard& shard : shards_) {
    const std::lock_guard lock(shard.mutex);
    bytes += shard.bytes;
  }
  return bytes;
}

// Items leave a list from its front only.
bool RequestLog::Shard::has(const Place& place) const {
  const auto owner = owners.find(place.owner);
  if (owner == owners.end()) return false;
  const Items& same = owner->second.by_sort[static_cast<std::size_t>(place.sort)];
  return !same.empty() && same.front().number <= place.number;
}

RequestLog::Kept& RequestLog::Shard::append(const Owner& owner, Sort sort, Item item) {
  item.number = ++last_number;
  order.push_back({.owner = owner, .sort = sort, .number = item.number, .at = item.request->at});
  ++items;
  bytes += item.bytes;
  const auto [at, is_new] = owners.try_emplace(owner);
  Kept& kept = at->second;
  if (is_new) bytes += kept.bytes;
  kept.bytes += item.bytes;
  kept.by_sort[static_cast<std::size_t>(sort)].push_back(std::move(item));
  return kept;
}

void RequestLog::Shard::remove_first(Kept& kept, Sort sort) {
  Items& same = kept.by_sort[static_cast<std::size_t>(sort)];
  kept.bytes -= same.front().bytes;
  bytes -= same.front().bytes;
  --items;
  same.pop_front();
}

// Removes the item of a place, which is the first of its list, and an owner without items.
void RequestLog::Shard::remove(const Place& place) {
  const auto owner = owners.find(place.owner);
  remove_first(owner->second, place.sort);
  if (!std::ranges::all_of(owner->second.by_sort, &Items::empty)) return;
  bytes -= owner->second.bytes;
  owners.erase(owner);
}

// The first place whose item is still there is the oldest of the shard, and so the first of its
// list.
void RequestLog::Shard::remove_oldest() {
  bool is_removed = false;
  while (!order.empty() && !is_removed) {
    const Place place = order.front();
    order.pop_front();
    is_removed = has(place);
    if (is_removed) remove(place);
  }
}

void RequestLog::Shard::remove_older_than(exchange::Instant oldest) {
  while (!order.empty() && order.front().at < oldest) {
    if (has(order.front())) remove(order.front());
    order.pop_front();
  }
}

// Refused requests have bodies, so they are removed first if an owner has too many bytes. The owner
// keeps its newest request.
void RequestLog::Shard::shorten(Kept& kept, Sort sort) {
  if (kept.by_sort[static_cast<std::size_t>(sort)].size() > kept_max(sort))
    remove_first(kept, sort);
  const Items& refused = kept.by_sort[static_cast<std::size_t>(Sort::refused)];
  while (kept.bytes > bytes_of_owner_max && refused.size() > 1) remove_first(kept, Sort::refused);
}

// Examines at most as many places as were added since the last time.
void RequestLog::Shard::forget_removed_places() {
  constexpr std::size_t removed_max = 64;
  if (order.size() <= 2 * items + removed_max) return;
  std::erase_if(order, [this](const Place& place) { return !has(place); });
}

}  // namespace tradepost::request_log
