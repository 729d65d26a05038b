#pragma once

#include <array>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <mutex>
#include <optional>
#include <unordered_map>

#include "base/tasks/executor.hpp"
#include "exchange/model/model.hpp"
#include "http/wire/address.hpp"

namespace tradepost::api {

// What one may ask for in a second; for a moment as many as `burst` at once.
struct RateBounds {
  std::uint32_t requests_per_second = 0;  // 0: without a bound
  std::uint32_t burst = 0;                // 0: as many as in two seconds
};

// The state of one asker after its request was counted or refused.
struct Quota {
  std::uint64_t limit = 0;             // of an asker that was idle for long enough
  std::uint64_t remaining = 0;         // requests that it may send at once
  std::chrono::nanoseconds full_in{};  // until it may send `limit` again, if it sends none
  std::optional<std::chrono::nanoseconds> wait = {};  // of a refused one, until its next request
};

// The rate of each token or address. Any thread; the hash chooses a shard, so that concurrent
// requests rarely wait for one another.
template <typename Asker>
class RateLimitOf {
 public:
  // Of more than `kept_max` at a time those that come last have one rate together, a shard.
  explicit RateLimitOf(RateBounds bounds,
                       std::size_t kept_max = std::numeric_limits<std::size_t>::max());
  RateLimitOf(RateLimitOf&&) = delete;

  // Counts one request, or refuses it and counts nothing. Returns nullopt without a bound.
  std::optional<Quota> count(const Asker& asker, base::SteadyTime now);
  // The same, and only the wait of a refused request.
  std::optional<std::chrono::nanoseconds> take(const Asker& asker, base::SteadyTime now);
  // So many were refused.
  std::uint64_t refused() const { return refused_.load(std::memory_order_relaxed); }
  // Askers that something is kept of.
  std::size_t kept();

 private:
  static constexpr std::size_t shard_count = 64;
  struct alignas(64) Shard {
    std::mutex mutex;
    // guarded by mutex
    // When one will have been given all that it took: in the past, it has taken nothing.
    std::unordered_map<Asker, base::SteadyTime> paid_at;
    base::SteadyTime others_paid_at{};
    std::size_t swept_size = 0;
    base::SteadyTime swept_at{};
  };
  static void sweep(Shard& shard, base::SteadyTime now);
  // Of one that is new there, or of all that have no place.
  base::SteadyTime& begun(Shard& shard, const Asker& asker, base::SteadyTime now) const;

  const std::chrono::nanoseconds apart_;  // two requests in the long run; 0: without a bound
  const std::chrono::nanoseconds ahead_;  // may be taken
  const std::size_t kept_max_;            // of a shard
  std::array<Shard, shard_count> shards_;
  std::atomic<std::uint64_t> refused_ = 0;
};

using RateLimit = RateLimitOf<exchange::TokenId>;
using AddressRateLimit = RateLimitOf<http::Address>;

extern template class RateLimitOf<exchange::TokenId>;
extern template class RateLimitOf<http::Address>;

}  // namespace tradepost::api
