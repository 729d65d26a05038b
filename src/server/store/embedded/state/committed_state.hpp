#pragma once

#include <cstdint>
#include <map>

#include "exchange/model/directory.hpp"
#include "exchange/model/effects.hpp"
#include "exchange/port/store_reads.hpp"
#include "journal/disk/place.hpp"

namespace tradepost::store::embedded {

// Counts the keys of a participant that have not expired, by the hour of their use: a sum of at
// most 25.
class KeyCounts {
 public:
  using Hour = std::int64_t;
  static Hour hour_of(exchange::Instant at);

  void set(exchange::ParticipantId participant, Hour hour, std::uint32_t count);
  void add(exchange::ParticipantId participant, exchange::Instant at);
  std::uint32_t in_hour(exchange::ParticipantId participant, Hour hour) const;
  std::uint32_t alive(exchange::ParticipantId participant, exchange::Instant now) const;

 private:
  std::map<exchange::ParticipantId, std::map<Hour, std::uint32_t>> counts_;
};

struct IntentProgress {
  exchange::Intent intent;
  std::uint64_t steps = 0;
};

// The state that is completely in memory, as of one record: directory, running intents, progress of
// webhooks, counts of keys, used numbers of ranges. The committer's copy is ahead, so that a
// command sees the effects of earlier ones in its batch. The other copy is at the record of the
// index.
struct CommittedState {
  exchange::DirectoryPtr directory = exchange::Directory::empty();
  std::map<exchange::IntentId, IntentProgress> intents;
  std::map<exchange::EndpointId, exchange::EndpointProgress> endpoints;
  KeyCounts keys;
  exchange::NextNumbers next_numbers;

  void keep(const exchange::Effect& effect, journal::Sequence sequence);
  // Returns an intent that changes the participant's pending documents, or nullptr.
  const exchange::Intent* under_way(exchange::ParticipantId participant) const;
};

}  // namespace tradepost::store::embedded
