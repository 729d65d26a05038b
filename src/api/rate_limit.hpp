#pragma once

#include <array>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <optional>
#include <unordered_map>

#include "base/executor.hpp"
#include "exchange/model.hpp"

namespace tradepost::api {

// What one token may ask for in a second; for a moment as many as `burst` at once.
struct RateBounds {
  std::uint32_t requests_per_second = 0;  // 0: without a bound
  std::uint32_t burst = 0;                // 0: as many as in two seconds
};

// How often each token asks. Any thread; tokens are apart by their hash, so that those that are
// counted at the same time seldom wait for one another.
class RateLimit {
 public:
  explicit RateLimit(RateBounds bounds);
  RateLimit(RateLimit&&) = delete;

  // Counts one request. Or, where that would be too many, counts nothing and says when the token
  // may ask again.
  std::optional<std::chrono::nanoseconds> take(exchange::TokenId token, base::SteadyTime now);
  // So many were refused.
  std::uint64_t refused() const { return refused_.load(std::memory_order_relaxed); }
  // Tokens that something is kept of.
  std::size_t kept();

 private:
  static constexpr std::size_t shard_count = 64;
  struct alignas(64) Shard {
    std::mutex mutex;
    // guarded by mutex
    // When a token will have been given all that it took: in the past, it has taken nothing.
    std::unordered_map<exchange::TokenId, base::SteadyTime> paid_at;
    std::size_t swept_size = 0;
  };
  static void sweep(Shard& shard, base::SteadyTime now);

  const std::chrono::nanoseconds apart_;  // two requests in the long run; 0: without a bound
  const std::chrono::nanoseconds ahead_;  // may be taken
  std::array<Shard, shard_count> shards_;
  std::atomic<std::uint64_t> refused_ = 0;
};

}  // namespace tradepost::api
