#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "exchange/model/effects.hpp"

namespace tradepost::store::embedded {

// The hashes of the data that facts depend on: a transaction, a case, a chain, a key. A commit
// changes some of these, and facts that depend on one of them are read again. A collision costs a
// second read and nothing else.
using FactKey = std::uint64_t;
using ReadSet = std::vector<FactKey>;
using WriteSet = std::vector<FactKey>;

FactKey fact_key_of(std::string_view key);  // of the index
FactKey fact_key_of(const base::Uuid& id);  // of a transaction or a case
// A document is not held any more; the effect does not name the direction.
inline constexpr FactKey held_changes = 1;
// A row was removed; the effect does not name the entries that were removed with it.
inline constexpr FactKey row_removals = 2;

// Adds the hashes of the data that an effect changes and facts depend on.
void add_writes(const exchange::Effect& effect, WriteSet& writes);

}  // namespace tradepost::store::embedded
