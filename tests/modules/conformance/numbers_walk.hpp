#pragma once

#include <cstdint>

#include "conformance/store_under_test.hpp"

namespace tradepost::conformance {

// Takes document numbers on several threads, each with its own copy of the directory as on its own
// node, and again after a restart: none is given twice. Fails the test that calls it.
void take_numbers_on_many_threads(const MakeStore& make, std::uint64_t seed);

}  // namespace tradepost::conformance
