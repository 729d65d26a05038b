#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "exchange/model/commands.hpp"
#include "exchange/model/facts.hpp"
#include "exchange/port/store_reads.hpp"
#include "store/postgres/tables/names.hpp"

namespace tradepost::store::postgres {

// The commands that a commit decides. They outlive the commit.
struct Sought {
  std::vector<const exchange::Submission*> submissions;
  std::vector<const exchange::ReportCommand*> reports;
  bool has_repeats = false;  // one of them may be committed already

  std::size_t count() const { return submissions.size() + reports.size(); }
};

// Facts that were read by arrays for all submissions of a commit. Effects are added to them, so
// that each command sees the effects of the commands before it in the same commit.
struct KnownFacts {
  using Ids = std::vector<exchange::TransactionId>;  // newest first
  using PayloadName = std::pair<exchange::ParticipantId, std::string>;
  using KeyName =
      std::tuple<exchange::ParticipantId, exchange::Flow, exchange::KeyPath, std::string>;
  using HeldName = std::tuple<exchange::ParticipantId, exchange::Flow, exchange::ParticipantId>;
  using SsccName =
      std::tuple<exchange::ParticipantId, std::uint64_t, exchange::Flow, exchange::Kind>;
  struct UsedKey {
    exchange::KeyFact fact;
    exchange::Instant at{};
  };
  struct Held {
    std::uint32_t count = 0;
    std::uint64_t bytes = 0;
  };

  std::map<ChainName, Ids> versions;
  std::map<PayloadName, Ids> payloads;
  std::map<KeyName, std::optional<UsedKey>> keys;
  std::map<exchange::ParticipantId, std::uint32_t> keys_alive;
  std::map<HeldName, std::map<exchange::Kind, Held>> held;
  exchange::NextNumbers next_numbers;
  std::map<SsccName, std::string> ssccs;  // the number of the newest document with it
  std::vector<std::pair<SsccName, exchange::TransactionId>> bearers;  // of `ssccs`
  std::set<RowPlace> looked;                                          // rows searched for
  std::vector<RowPlace> led_to;                                       // found by the first reads
  std::deque<std::int64_t> units_sequences;  // one for each submission with units
};

inline KnownFacts::KeyName name_of(const exchange::KeyUse& use) {
  return {use.participant, use.flow, use.path, std::string(view_of(use.key))};
}
inline KnownFacts::PayloadName payload_name_of(const exchange::Transaction& row) {
  return {row.recipient, payload_key(row)};
}
inline KnownFacts::HeldName held_name_of(const exchange::Transaction& row) {
  return {row.recipient, row.flow, *row.principal.participant};
}

}  // namespace tradepost::store::postgres
