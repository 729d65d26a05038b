#pragma once

#include <functional>
#include <memory>

#include "base/clock.hpp"
#include "exchange/port/store.hpp"

namespace tradepost::conformance {

// A store under test. The suite of each store has its own factory.
class StoreUnderTest {
 public:
  virtual ~StoreUnderTest() = default;

  virtual exchange::Store& store() = 0;
  // Simulates a restart of the process: all answered data persists, and references to the former
  // store() are invalid. No command may be in progress.
  virtual void restart() = 0;
};

// Creates an empty store that reads this clock, which outlives it.
using MakeStore = std::function<std::unique_ptr<StoreUnderTest>(const base::Clock& clock)>;

}  // namespace tradepost::conformance
