#pragma once

#include <chrono>
#include <cstdint>

// The values at which operators have to act. The alerts of monitoring/alerts.yml have the same.
namespace tradepost::api::health {

inline constexpr std::uint64_t little_space_bytes = 10ull << 30;
// A certificate of a public authority is renewed 30 days before its end.
inline constexpr std::chrono::days certificate_renewed_before{14};
inline constexpr std::chrono::hours backup_age_max{30};  // a daily backup, and its duration
inline constexpr std::chrono::seconds clock_error_max{5};
inline constexpr std::chrono::hours retried_work_age_max{1};
// A node renews its row every ten seconds.
inline constexpr std::chrono::minutes nodes_age_max{1};

}  // namespace tradepost::api::health
