#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "exchange/model/commands.hpp"
#include "exchange/model/facts.hpp"
#include "exchange/port/store_reads.hpp"
#include "store/postgres/commit/records.hpp"
#include "store/postgres/commit/transaction.hpp"
#include "store/postgres/tables/names.hpp"

namespace tradepost::store::postgres {

// The commands that a commit decides. They outlive the commit.
struct BatchQuery {
  std::vector<const exchange::Submission*> submissions;
  std::vector<const exchange::ReportCommand*> reports;
  bool has_repeats = false;  // one of them may be committed already

  std::size_t count() const { return submissions.size() + reports.size(); }
};

// The facts that are not rows or cases. They are read by arrays for all commands of a commit, or at
// their first use. Effects are added to them, so that each command sees the effects of the commands
// before it in the same commit.
class KnownFacts {
 public:
  using Ids = std::vector<exchange::TransactionId>;  // newest first

  KnownFacts(Transaction& transaction, Records& records)
      : transaction_(transaction), records_(records) {}

  // Adds the reads of the rows and facts that the commands name to the round trip of the locks.
  void add_reads(Pipeline& pipeline, const BatchQuery& query);
  // Reads the rows that those lead to, if any, in one more round trip.
  void read_more(const BatchQuery& query);

  // Returns the versions of the chain, or the documents with the same content.
  const Ids& versions_of(const exchange::Transaction& sent);
  std::optional<exchange::KeyFact> key(const exchange::KeyUse& use);
  std::uint32_t keys_alive(const exchange::KeyUse& use);
  // Returns the documents that the sender of `row` has held for its recipient.
  exchange::HeldFact held(const exchange::Transaction& row);
  // Returns the newest document of the same sender, flow and kind with that SSCC.
  std::optional<exchange::SsccFact> sscc_used(const exchange::Transaction& sent,
                                              std::uint64_t number) const;
  const exchange::NextNumbers& next_numbers() const { return next_numbers_; }
  std::int64_t take_units_sequence();

  void add_sent(const exchange::Transaction& sent);
  void add_key(const exchange::KeyUsed& used);
  void add_numbers(const exchange::NumbersTaken& taken);
  void count_held(const exchange::Transaction& row, bool is_added);

 private:
  using PayloadName = std::pair<exchange::ParticipantId, std::string>;
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
  using Uses = std::span<const exchange::KeyUse* const>;

  static PayloadName payload_name_of(const exchange::Transaction& row) {
    return {row.recipient, payload_key(row)};
  }
  static HeldName held_name_of(const exchange::Transaction& row) {
    return {row.recipient, row.flow, *row.parties.principal.participant};
  }
  void add_versions(Pipeline& pipeline, const BatchQuery& query);
  void add_payloads(Pipeline& pipeline, const BatchQuery& query);
  void add_held(Pipeline& pipeline, std::span<const exchange::Transaction* const> all);
  void add_keys(Pipeline& pipeline, Uses uses);
  void count_keys(Pipeline& pipeline, Uses uses, exchange::Instant now);
  void load_key(const exchange::KeyUse& use);
  void add_sent_before(Pipeline& pipeline, const BatchQuery& query);
  void add_units(Pipeline& pipeline, const BatchQuery& query);
  void add_ssccs(Pipeline& pipeline, const BatchQuery& query);

  Transaction& transaction_;
  Records& records_;
  std::map<ChainName, Ids> versions_;
  std::map<PayloadName, Ids> payloads_;
  std::map<KeyName, std::optional<UsedKey>> keys_;
  std::map<exchange::ParticipantId, std::uint32_t> keys_alive_;
  std::map<HeldName, std::map<exchange::Kind, Held>> held_;
  exchange::NextNumbers next_numbers_;
  std::map<SsccName, std::string> ssccs_;  // the number of the newest document with it
  std::vector<std::pair<SsccName, exchange::TransactionId>> bearers_;  // of `ssccs_`
  std::vector<RowPlace> led_to_;                                       // found by the first reads
  std::deque<std::int64_t> units_sequences_;  // one for each submission with units
};

}  // namespace tradepost::store::postgres
