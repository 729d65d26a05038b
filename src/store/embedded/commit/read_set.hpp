#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "exchange/model/effects.hpp"

namespace tradepost::store::embedded {

// What facts depend on, each as a hash: a transaction, a case, a chain, a key. A commit changes
// some of these, and facts that depend on one of them are read again. Two things with one hash cost
// a second look and nothing else.
using FactKey = std::uint64_t;
using ReadSet = std::vector<FactKey>;
using WriteSet = std::vector<FactKey>;

FactKey fact_key_of(std::string_view key);  // of the index
FactKey fact_key_of(const base::Uuid& id);  // of a transaction or a case
// Something that was held is held no more; which direction that was, the effect doesn't say.
inline constexpr FactKey held_changes = 1;
// Likewise: a row is there no more, and whose entries went with it, the effect doesn't say.
inline constexpr FactKey row_removals = 2;

// What an effect changes, of all that facts depend on.
void add_writes(const exchange::Effect& effect, WriteSet& writes);

}  // namespace tradepost::store::embedded
