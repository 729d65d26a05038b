#include "api/rate_limit.hpp"

#include <algorithm>
#include <functional>
#include <utility>

namespace tradepost::api {
namespace {

using std::chrono::nanoseconds;

constexpr std::uint64_t seconds_of_burst = 2;
constexpr std::size_t swept_size_least = 64;

nanoseconds apart(const RateBounds& bounds) {
  if (bounds.requests_per_second == 0) return nanoseconds(0);
  return nanoseconds(std::chrono::seconds(1)) / bounds.requests_per_second;
}

nanoseconds ahead(const RateBounds& bounds) {
  const std::uint64_t burst =
      bounds.burst == 0 ? seconds_of_burst * bounds.requests_per_second : bounds.burst;
  return apart(bounds) * static_cast<std::int64_t>(std::max<std::uint64_t>(burst, 1) - 1);
}

}  // namespace

RateLimit::RateLimit(RateBounds bounds) : apart_(apart(bounds)), ahead_(ahead(bounds)) {}

// One moment a token is all there is to keep: what it took is paid off by time alone.
std::optional<nanoseconds> RateLimit::take(exchange::TokenId token, base::SteadyTime now) {
  if (apart_.count() == 0) return std::nullopt;
  Shard& shard = shards_[std::hash<exchange::TokenId>()(token) % shard_count];
  const std::lock_guard lock(shard.mutex);
  const auto [entry, is_new] = shard.paid_at.try_emplace(token, now);
  base::SteadyTime& paid_at = entry->second;
  paid_at = std::max(paid_at, now);
  if (paid_at - now > ahead_) {
    refused_.fetch_add(1, std::memory_order_relaxed);
    return paid_at - now - ahead_;
  }
  paid_at += apart_;
  if (is_new) sweep(shard, now);
  return std::nullopt;
}

std::size_t RateLimit::kept() {
  std::size_t kept = 0;
  for (Shard& shard : shards_) {
    const std::lock_guard lock(shard.mutex);
    kept += shard.paid_at.size();
  }
  return kept;
}

// When as many again have come as stayed the last time, so that each pays for its own.
void RateLimit::sweep(Shard& shard, base::SteadyTime now) {
  if (shard.paid_at.size() < 2 * std::max(shard.swept_size, swept_size_least)) return;
  std::erase_if(shard.paid_at, [now](const auto& entry) { return entry.second <= now; });
  shard.swept_size = shard.paid_at.size();
}

}  // namespace tradepost::api
