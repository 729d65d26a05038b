#pragma once

#include <cstddef>
#include <cstdint>

// The limits of the recorded calls of webhooks.
namespace tradepost::base::limits {

// The calls of an endpoint that are kept: as many failed ones, and as many others.
inline constexpr std::size_t webhook_calls_kept_max = 500;
inline constexpr std::uint32_t webhook_log_days_max = 90;

}  // namespace tradepost::base::limits
