#pragma once

#include <cstddef>
#include <cstdint>

#include "api/limits/concurrency_limit.hpp"
#include "api/limits/poll_limit.hpp"
#include "api/limits/rate_limit.hpp"
#include "api/limits/running_keys.hpp"
#include "http/message/request.hpp"
#include "http/wire/memory_budget.hpp"

namespace tradepost::api {

// The limits that admit requests and their bodies, for all loops together. Outlives the permits,
// places and shares that requests hold.
struct RequestLimits {
  struct Bounds {
    RateBounds rate;
    RateBounds rate_without_token;
    std::size_t requests_at_once;  // of one participant; 0: no limit
    ConcurrencyLimit::Shares executing;
    std::uint64_t transfer_bytes;
  };
  explicit RequestLimits(const Bounds& bounds);

  ConcurrencyLimit& of_body(http::BodySize size) {
    return size == http::BodySize::large ? large_transfers : small_bodies;
  }
  // Both count the requests that waited for others of their participant; the second one counts only
  // the requests that waited too long.
  std::uint64_t waited() const;
  std::uint64_t refused() const;

  RateLimit rates;
  AddressRateLimit rates_without_token;
  ConcurrencyLimit requests;         // complete ones
  ConcurrencyLimit executing;        // requests whose handler runs
  ConcurrencyLimit small_bodies;     // requests whose small body arrives
  ConcurrencyLimit large_transfers;  // large bodies that arrive, and large answers
  http::MemoryBudget memory;         // of large bodies and answers
  PollLimit polls;
  PollLimit change_waits;
  RunningKeys running_keys;
};

}  // namespace tradepost::api
