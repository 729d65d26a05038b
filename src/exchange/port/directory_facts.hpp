#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "exchange/model/directory.hpp"
#include "exchange/model/facts.hpp"
#include "exchange/port/store_reads.hpp"

// What facts take from a directory and from a row, the same in every store.
namespace tradepost::exchange {

// The present entry in the place of one that is to be set.
std::optional<DirectoryEntry> present(const Directory& directory, const DirectoryEntry& entry);
// Adds the holders of the unique identifiers that the participant is to have.
void add_holders(const Directory& directory, const Participant& participant, DirectoryFacts& facts);
// Which range has a number of one that is to be added.
void add_overlapped(const Directory& directory, const NumberRange& range, DirectoryFacts& facts);
std::shared_ptr<const Relationship> standing_between(const Directory& directory, ParticipantId from,
                                                     ParticipantId to);
RouteSeen route_of(const Directory& directory, const Transaction& sent);
// The ranges that number the units of a document; `next` has the first free number of each range
// that has given numbers.
std::vector<RangeFact> ranges_for(const Directory& directory, const Transaction& sent,
                                  const NextNumbers& next);
// Whether one of these, comparable, decided the recipient.
bool is_routed_by(const Transaction& row, const std::vector<Identifier>& identifiers);

}  // namespace tradepost::exchange
