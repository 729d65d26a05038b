#include "api/limits/request_limits.hpp"

#include "base/ground/resource_limits.hpp"

namespace tradepost::api {
namespace {

// Rounds up. 0 means no limit, and stays 0.
std::size_t large_transfers_for(std::size_t requests_at_once) {
  constexpr std::size_t for_one = base::limits::requests_for_a_large_transfer;
  return (requests_at_once + for_one - 1) / for_one;
}

}  // namespace

RequestLimits::RequestLimits(const Bounds& bounds)
    : rates(bounds.rate),
      rates_without_token(bounds.rate_without_token, base::limits::addresses_counted_max),
      requests(bounds.requests_at_once),
      executing(bounds.requests_at_once, bounds.executing),
      small_bodies(bounds.requests_at_once),
      large_transfers(large_transfers_for(bounds.requests_at_once)),
      memory(bounds.transfer_bytes) {}

std::uint64_t RequestLimits::waited() const {
  return requests.waited() + executing.waited() + small_bodies.waited() + large_transfers.waited();
}

std::uint64_t RequestLimits::refused() const {
  return requests.refused() + executing.refused() + small_bodies.refused() +
         large_transfers.refused();
}

}  // namespace tradepost::api
