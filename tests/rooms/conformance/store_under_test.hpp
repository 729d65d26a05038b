#pragma once

#include <functional>
#include <memory>

#include "base/clock.hpp"
#include "exchange/port/store.hpp"

namespace tradepost::conformance {

// A store that the suite is run against. Each store's suite brings a factory of its own.
class StoreUnderTest {
 public:
  virtual ~StoreUnderTest() = default;

  virtual exchange::Store& store() = 0;
  // As the process would be started again: what was answered is there, references to the former
  // store() are gone. Nothing is under way when it is called.
  virtual void restart() = 0;
};

// An empty store that asks this clock, which outlives it.
using MakeStore = std::function<std::unique_ptr<StoreUnderTest>(const base::Clock& clock)>;

}  // namespace tradepost::conformance
