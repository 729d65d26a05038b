#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string>

#include "conformance/store_under_test.hpp"

namespace tradepost::conformance {

// How much is tried. Each run is a network of its own, and has a seed of its own.
struct Plan {
  std::uint64_t seed = 0;             // of the first run; the others follow
  std::size_t commands = 100'000;     // over all runs
  std::chrono::minutes time_max{60};  // no new run begins after it
  std::size_t look_every = 50;
  // Networks that live side by side, each with a store of its own: one that syncs mostly waits.
  unsigned at_once = 1;
};
// TRADEPOST_SEED, TRADEPOST_LONG (10 million), TRADEPOST_MINUTES; fewer under a sanitizer.
Plan plan_of_environment();

struct Tally {
  std::uint64_t seed = 0;
  std::size_t runs = 0;
  std::size_t commands = 0;
  std::chrono::milliseconds took{};
  std::string story;  // of the first difference; empty: none

  std::string sentence() const;
};
Tally run_plan(const MakeStore& make, const Plan& plan);

}  // namespace tradepost::conformance
