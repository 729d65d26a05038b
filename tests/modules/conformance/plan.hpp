#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string>

#include "conformance/store_under_test.hpp"

namespace tradepost::conformance {

// The size of a test. Each run has its own network and its own seed.
struct Plan {
  std::uint64_t seed = 0;             // of the first run; the others follow
  std::size_t commands = 100'000;     // over all runs
  std::chrono::minutes time_max{60};  // no new run begins after it
  std::size_t poll_interval = 50;
  // Number of networks that run in parallel, each with its own store. A store that syncs waits most
  // of the time.
  unsigned at_once = 1;
};
// Reads TRADEPOST_SEED, TRADEPOST_LONG (10 million) and TRADEPOST_MINUTES; fewer under a sanitizer.
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
