#pragma once

#include <cstddef>
#include <cstdint>

// How much is tried (CONTRIBUTING.md): TRADEPOST_SEED, TRADEPOST_LONG, TRADEPOST_MINUTES.
namespace tradepost::serving_load {

// Of TRADEPOST_SEED, else any; printed, so that it can be given.
std::uint64_t seed_of_environment();
bool is_long();
std::size_t minutes_of_environment(std::size_t otherwise);

}  // namespace tradepost::serving_load
