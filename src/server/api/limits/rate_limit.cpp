#include "api/limits/rate_limit.hpp"

#include <algorithm>
#include <functional>
#include <utility>

namespace tradepost::api {
namespace {

using std::chrono::nanoseconds;

constexpr std::uint64_t seconds_of_burst = 2;
constexpr std::size_t swept_size_least = 64;
constexpr std::chrono::seconds full_swept_every{1};

nanoseconds interval(const RateBounds& bounds) {
  if (bounds.requests_per_second == 0) return nanoseconds(0);
  return nanoseconds(std::chrono::seconds(1)) / bounds.requests_per_second;
}

nanoseconds tolerance(const RateBounds& bounds) {
  const std::uint64_t burst =
      bounds.burst == 0 ? seconds_of_burst * bounds.requests_per_second : bounds.burst;
  return interval(bounds) * static_cast<std::int64_t>(std::max<std::uint64_t>(burst, 1) - 1);
}

}  // namespace

template <typename Requester>
RateLimitOf<Requester>::RateLimitOf(RateBounds bounds, std::size_t callers_max)
    : interval_(interval(bounds)),
      tolerance_(tolerance(bounds)),
      callers_per_shard_max_(std::max<std::size_t>(callers_max / shard_count, 1)) {}

template <typename Requester>
std::optional<Quota> RateLimitOf<Requester>::count(const Requester& requester,
                                                   base::SteadyTime now) {
  if (interval_.count() == 0) return std::nullopt;
  Quota quota{.limit = static_cast<std::uint64_t>(tolerance_ / interval_) + 1};
  Shard& shard = shards_[std::hash<Requester>()(requester) % shard_count];
  const std::lock_guard lock(shard.mutex);
  const auto known = shard.arrivals.find(requester);
  base::SteadyTime& arrival =
      known == shard.arrivals.end() ? add_entry(shard, requester, now) : known->second;
  arrival = std::max(arrival, now);
  if (arrival - now > tolerance_) {
    refused_.fetch_add(1, std::memory_order_relaxed);
    quota.wait = arrival - now - tolerance_;
  } else {
    arrival += interval_;
  }
  quota.full_in = arrival - now;
  if (quota.full_in <= tolerance_) {
    quota.remaining = static_cast<std::uint64_t>((tolerance_ - quota.full_in) / interval_) + 1;
  }
  return quota;
}

template <typename Requester>
std::optional<nanoseconds> RateLimitOf<Requester>::take(const Requester& requester,
                                                        base::SteadyTime now) {
  const auto quota = count(requester, now);
  return quota ? quota->wait : std::nullopt;
}

template <typename Requester>
base::SteadyTime& RateLimitOf<Requester>::add_entry(Shard& shard, const Requester& requester,
                                                    base::SteadyTime now) const {
  const bool is_full = shard.arrivals.size() >= callers_per_shard_max_;
  // A sweep follows when the shard has doubled, so its cost is amortised over the new entries.
  const bool has_doubled =
      shard.arrivals.size() >= 2 * std::max(shard.swept_size, swept_size_least);
  if (has_doubled || (is_full && now - shard.swept_at >= full_swept_every)) sweep(shard, now);
  if (shard.arrivals.size() >= callers_per_shard_max_) return shard.shared_arrival;
  return shard.arrivals.try_emplace(requester, now).first->second;
}

template <typename Requester>
std::size_t RateLimitOf<Requester>::caller_count() {
  std::size_t count = 0;
  for (Shard& shard : shards_) {
    const std::lock_guard lock(shard.mutex);
    count += shard.arrivals.size();
  }
  return count;
}

template <typename Requester>
void RateLimitOf<Requester>::sweep(Shard& shard, base::SteadyTime now) {
  std::erase_if(shard.arrivals, [now](const auto& entry) { return entry.second <= now; });
  shard.swept_size = shard.arrivals.size();
  shard.swept_at = now;
}

template class RateLimitOf<exchange::TokenId>;
template class RateLimitOf<http::Address>;

}  // namespace tradepost::api
