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
  std::uint64_t limit = 0;             // the requests available after a long idle time
  std::uint64_t remaining = 0;         // the requests available now
  std::chrono::nanoseconds full_in{};  // the idle time after which `limit` is available again
  // Set if the request was refused: the time until the next permitted one.
  std::optional<std::chrono::nanoseconds> wait = {};
};

// Limits the request rate of each token or address. Thread-safe. A hash chooses the shard, so that
// concurrent requests rarely wait for the same lock.
template <typename Requester>
class RateLimitOf {
 public:
  // Has entries for up to about `callers_max` callers. Later ones share one entry per shard.
  explicit RateLimitOf(RateBounds bounds,
                       std::size_t callers_max = std::numeric_limits<std::size_t>::max());
  RateLimitOf(RateLimitOf&&) = delete;

  // Counts one request, or refuses it and counts nothing. Returns nullopt without a limit.
  std::optional<Quota> count(const Requester& requester, base::SteadyTime now);
  // Counts one request, or refuses it and returns its wait. Returns nullopt for a permitted one.
  std::optional<std::chrono::nanoseconds> take(const Requester& requester, base::SteadyTime now);
  // Returns the number of refused requests.
  std::uint64_t refused() const { return refused_.load(std::memory_order_relaxed); }
  // Returns the number of callers with an entry.
  std::size_t caller_count();

 private:
  static constexpr std::size_t shard_count = 64;
  struct alignas(64) Shard {
    std::mutex mutex;
    // All below is guarded by mutex.

    // The theoretical arrival time of each caller's next request (the algorithm GCRA). A request
    // moves it ahead by the interval. It is refused if the time is more than the tolerance after
    // now. A time in the past means that the whole burst is available.
    std::unordered_map<Requester, base::SteadyTime> arrivals;
    base::SteadyTime shared_arrival{};  // of all callers without an entry
    std::size_t swept_size = 0;         // the number of entries after the last sweep
    base::SteadyTime swept_at{};
  };
  // Removes the entries whose whole burst is available. Runs when a shard has doubled or is full.
  static void sweep(Shard& shard, base::SteadyTime now);
  // Adds an entry, or returns the shared one if the shard is full.
  base::SteadyTime& add_entry(Shard& shard, const Requester& requester, base::SteadyTime now) const;

  const std::chrono::nanoseconds interval_;   // of two requests at the steady rate; 0: no limit
  const std::chrono::nanoseconds tolerance_;  // how far a caller may be ahead of the steady rate
  const std::size_t callers_per_shard_max_;
  std::array<Shard, shard_count> shards_;
  std::atomic<std::uint64_t> refused_ = 0;
};

using RateLimit = RateLimitOf<exchange::TokenId>;
using AddressRateLimit = RateLimitOf<http::Address>;

extern template class RateLimitOf<exchange::TokenId>;
extern template class RateLimitOf<http::Address>;

}  // namespace tradepost::api
