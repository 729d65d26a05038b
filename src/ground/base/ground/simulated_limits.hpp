#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>

// Bounds of simulated partners (contract 16).
namespace tradepost::base::limits {

// A node has at most so many runs, with the runs that end.
inline constexpr std::size_t simulated_runs_max = 8;
inline constexpr std::chrono::hours simulated_run_lives{8};
// A run that has sent as many documents ends.
inline constexpr std::size_t simulated_documents_max = 1'000;
inline constexpr std::size_t simulated_happenings_max = 50;
// Ended runs whose happenings a node still shows.
inline constexpr std::size_t simulated_runs_shown_max = 64;

// Simulated seconds in a second.
inline constexpr std::uint32_t simulated_speed_max = 86'400;
inline constexpr std::uint32_t simulated_orders_a_day_max = 50;

// Each run has at most two connections at a time.
inline constexpr std::size_t simulated_connections_max = 32;
static_assert(2 * simulated_runs_max <= simulated_connections_max);
static_assert(simulated_runs_max <= simulated_runs_shown_max);

}  // namespace tradepost::base::limits
