#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <mutex>
#include <optional>

#include "base/ground/limits.hpp"
#include "exchange/model/effects.hpp"

namespace tradepost::store::embedded {

// The leases of endpoints. Not persistent: leases end with the process that delivers. Thread-safe.
class Leases {
 public:
  // Returns the fence of a new lease, or nullopt if the endpoint is leased. `kept` is the last
  // stored fence.
  std::optional<std::uint64_t> take(exchange::EndpointId endpoint, std::uint64_t kept,
                                    exchange::Instant now) {
    const std::lock_guard lock(mutex_);
    Lease& lease = leases_[endpoint];
    if (lasts(lease, now)) return std::nullopt;
    lease.until = now + base::limits::webhook_lease;
    lease.fence = std::max(lease.fence, kept) + 1;
    taken_last_ = endpoint;
    return lease.fence;
  }
  bool is_taken(exchange::EndpointId endpoint, exchange::Instant now) const {
    const std::lock_guard lock(mutex_);
    const auto at = leases_.find(endpoint);
    return at != leases_.end() && lasts(at->second, now);
  }
  exchange::EndpointId taken_last() const {
    const std::lock_guard lock(mutex_);
    return taken_last_;
  }
  std::optional<std::uint64_t> fence(exchange::EndpointId endpoint) const {
    const std::lock_guard lock(mutex_);
    const auto at = leases_.find(endpoint);
    return at == leases_.end() ? std::nullopt : std::optional(at->second.fence);
  }
  void end(exchange::EndpointId endpoint) {
    const std::lock_guard lock(mutex_);
    const auto at = leases_.find(endpoint);
    if (at != leases_.end()) at->second.until = exchange::Instant::min();
  }

 private:
  struct Lease {
    exchange::Instant until = exchange::Instant::min();
    std::uint64_t fence = 0;
  };
  // A lease from a clock that was far ahead does not count.
  static bool lasts(const Lease& lease, exchange::Instant now) {
    return lease.until > now && !base::is_far_ahead(lease.until, now);
  }

  mutable std::mutex mutex_;
  // Guarded by mutex_.
  std::map<exchange::EndpointId, Lease> leases_;
  exchange::EndpointId taken_last_;
};

}  // namespace tradepost::store::embedded
