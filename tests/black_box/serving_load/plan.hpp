#pragma once

#include <cstddef>
#include <cstdint>

// The extent of a run (CONTRIBUTING.md): TRADEPOST_SEED, TRADEPOST_LONG, TRADEPOST_MINUTES.
namespace tradepost::serving_load {

// Returns TRADEPOST_SEED or a random seed, and prints it so that the run can be repeated.
std::uint64_t seed_of_environment();
bool is_long();
std::size_t minutes_of_environment(std::size_t otherwise);

}  // namespace tradepost::serving_load
