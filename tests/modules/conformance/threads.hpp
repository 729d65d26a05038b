#pragma once

#include <cstdint>

#include "conformance/store_under_test.hpp"

namespace tradepost::conformance {

// Trades with one store on several threads: nothing is lost or duplicated, and versions sent at the
// same instant form a chain, never a fork. Fails the test that calls it.
void trade_on_many_threads(const MakeStore& make, std::uint64_t seed);

}  // namespace tradepost::conformance
