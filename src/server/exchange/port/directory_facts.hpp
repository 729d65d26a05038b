#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "exchange/model/directory.hpp"
#include "exchange/model/facts.hpp"
#include "exchange/port/store_reads.hpp"

// The facts from a directory and from a row, which are the same in every store.
namespace tradepost::exchange {

// Returns the present entry that `entry` would replace.
std::optional<DirectoryEntry> present(const Directory& directory, const DirectoryEntry& entry);
// Adds the present holders of the participant's new unique identifiers.
void add_holders(const Directory& directory, const Participant& participant, DirectoryFacts& facts);
// Adds the range that has a number in common with the new range.
void add_overlapped(const Directory& directory, const NumberRange& range, DirectoryFacts& facts);
std::shared_ptr<const Relationship> standing_between(const Directory& directory, ParticipantId from,
                                                     ParticipantId to);
RouteSeen route_of(const Directory& directory, const Transaction& sent);
// Returns the ranges that number the units of a document. `next` has the first free number of each
// range that has given numbers.
std::vector<RangeFact> ranges_for(const Directory& directory, const Transaction& sent,
                                  const NextNumbers& next);
// Returns true if one of these identifiers, in comparable() form, determined the recipient.
bool is_routed_by(const Transaction& row, const std::vector<Identifier>& identifiers);

}  // namespace tradepost::exchange
