#pragma once

#include "exchange/port/person_keys.hpp"

namespace tradepost::conformance {

// Expects the promises of every store for the keys of people. The store has no keys before, and one
// afterwards.
void walk_person_keys(exchange::PersonKeys& keys);
// Expects the key that walk_person_keys() leaves.
void expect_key_that_remains(exchange::PersonKeys& keys);

}  // namespace tradepost::conformance
