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

// The permitted requests per second of one caller, with bursts of up to `burst` requests.
struct RateBounds {
  std::uint32_t requests_per_second = 0;  // 0: no limit
  std::uint32_t burst = 0;                // 0: two seconds' worth
};

// The state of one caller after its request was counted or refused.
struct Quota {
  std::uint64_t limit = 0;             // after the caller was idle for long enough
  std::uint64_t remaining = 0;         // requests that the caller may send at once
  std::chrono::nanoseconds full_in{};  // without further requests, until `limit` is available
  std::optional<std::chrono::nanoseconds> wait = {};  // of a refused caller: until its next request
};

// Limits the request rate of each token or address. Thread-safe. A hash chooses the shard, so that
// concurrent requests rarely wait for the same lock.
template <typename Requester>
class RateLimitOf {
 public:
  // Keeps up to about `kept_max` callers. Later ones share one rate per shard.
  explicit RateLimitOf(RateBounds bounds,
                       std::size_t kept_max = std::numeric_limits<std::size_t>::max());
  RateLimitOf(RateLimitOf&&) = delete;

  // Counts one request, or refuses it and counts nothing. Returns nullopt without a limit.
  std::optional<Quota> count(const Requester& requester, base::SteadyTime now);
  // Counts one request and returns only the wait of a refused one.
  std::optional<std::chrono::nanoseconds> take(const Requester& requester, base::SteadyTime now);
  // Returns the number of refused requests.
  std::uint64_t refused() const { return refused_.load(std::memory_order_relaxed); }
  // Returns the number of callers with an entry.
  std::size_t kept();

 private:
  static constexpr std::size_t shard_count = 64;
  struct alignas(64) Shard {
    std::mutex mutex;
    // Guarded by mutex. The time at which a caller's requests are paid for. If it is in the past,
    // the caller has its whole burst.
    std::unordered_map<Requester, base::SteadyTime> paid_at;
    base::SteadyTime others_paid_at{};
    std::size_t swept_size = 0;
    base::SteadyTime swept_at{};
  };
  static void sweep(Shard& shard, base::SteadyTime now);
  // Returns the entry of a new caller, or the shared entry if the shard is full.
  base::SteadyTime& begun(Shard& shard, const Requester& requester, base::SteadyTime now) const;

  const std::chrono::nanoseconds apart_;  // between two requests at the steady rate; 0: no limit
  const std::chrono::nanoseconds ahead_;  // how far a caller may run ahead of the steady rate
  const std::size_t kept_max_;            // per shard
  std::array<Shard, shard_count> shards_;
  std::atomic<std::uint64_t> refused_ = 0;
};

using RateLimit = RateLimitOf<exchange::TokenId>;
using AddressRateLimit = RateLimitOf<http::Address>;

extern template class RateLimitOf<exchange::TokenId>;
extern template class RateLimitOf<http::Address>;

}  // namespace tradepost::api
