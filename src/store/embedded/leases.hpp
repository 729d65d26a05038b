#pragma once

#include <chrono>
#include <cstdint>
#include <map>
#include <mutex>
#include <optional>

#include "exchange/effects.hpp"

namespace tradepost::store::embedded {

// Who delivers to an endpoint at present. Memory only: the one who delivered ends with the process.
// Any thread.
class Leases {
 public:
  static constexpr std::chrono::minutes length{1};

  // The fence of a new lease; nothing where somebody has one. `kept`: the fence that was kept last.
  std::optional<std::uint64_t> take(exchange::EndpointId endpoint, std::uint64_t kept,
                                    exchange::Instant now) {
    const std::lock_guard lock(mutex_);
    Lease& lease = leases_[endpoint];
    if (lease.until > now) return std::nullopt;
    lease.until = now + length;
    lease.fence = std::max(lease.fence, kept) + 1;
    return lease.fence;
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
  mutable std::mutex mutex_;
  std::map<exchange::EndpointId, Lease> leases_;  // guarded by mutex_
};

}  // namespace tradepost::store::embedded
