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

template <typename Requester>
RateLimitOf<Requester>::RateLimitOf(RateBounds bounds, std::size_t kept_max)
    : apart_(apart(bounds)),
      ahead_(ahead(bounds)),
      kept_max_(std::max<std::size_t>(kept_max / shard_count, 1)) {}

// The state of a caller is one moment: the time at which its requests so far are paid for.
template <typename Requester>
std::optional<Quota> RateLimitOf<Requester>::count(const Requester& requester,
                                                   base::SteadyTime now) {
  if (apart_.count() == 0) return std::nullopt;
  Quota quota{.limit = static_cast<std::uint64_t>(ahead_ / apart_) + 1};
  Shard& shard = shards_[std::hash<Requester>()(requester) % shard_count];
  const std::lock_guard lock(shard.mutex);
  const auto known = shard.paid_at.find(requester);
  base::SteadyTime& paid_at =
      known == shard.paid_at.end() ? begun(shard, requester, now) : known->second;
  paid_at = std::max(paid_at, now);
  if (paid_at - now > ahead_) {
    refused_.fetch_add(1, std::memory_order_relaxed);
    quota.wait = paid_at - now - ahead_;
  } else {
    paid_at += apart_;
  }
  quota.full_in = paid_at - now;
  if (quota.full_in <= ahead_) {
    quota.remaining = static_cast<std::uint64_t>((ahead_ - quota.full_in) / apart_) + 1;
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
base::SteadyTime& RateLimitOf<Requester>::begun(Shard& shard, const Requester& requester,
                                                base::SteadyTime now) const {
  const bool is_full = shard.paid_at.size() >= kept_max_;
  // A sweep follows when the shard has doubled, so its cost is amortised over the new entries.
  const bool has_doubled = shard.paid_at.size() >= 2 * std::max(shard.swept_size, swept_size_least);
  if (has_doubled || (is_full && now - shard.swept_at >= full_swept_every)) sweep(shard, now);
  if (shard.paid_at.size() >= kept_max_) return shard.others_paid_at;
  return shard.paid_at.try_emplace(requester, now).first->second;
}

template <typename Requester>
std::size_t RateLimitOf<Requester>::kept() {
  std::size_t kept = 0;
  for (Shard& shard : shards_) {
    const std::lock_guard lock(shard.mutex);
    kept += shard.paid_at.size();
  }
  return kept;
}

template <typename Requester>
void RateLimitOf<Requester>::sweep(Shard& shard, base::SteadyTime now) {
  std::erase_if(shard.paid_at, [now](const auto& entry) { return entry.second <= now; });
  shard.swept_size = shard.paid_at.size();
  shard.swept_at = now;
}

template class RateLimitOf<exchange::TokenId>;
template class RateLimitOf<http::Address>;

}  // namespace tradepost::api
