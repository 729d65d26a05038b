#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <span>
#include <utility>
#include <vector>

#include "database/parameters.hpp"
#include "exchange/model/effects.hpp"
#include "store/postgres/commit/changed.hpp"
#include "store/postgres/commit/known_facts.hpp"
#include "store/postgres/commit/records.hpp"
#include "store/postgres/commit/transaction.hpp"
#include "store/postgres/commit/writes.hpp"

namespace tradepost::store::postgres {

// Applies effects in order to the records and facts of a transaction, and makes the statements that
// write them.
class EffectWriter {
 public:
  EffectWriter(Transaction& transaction, Records& records, KnownFacts& known)
      : transaction_(transaction), records_(records), known_(known) {}

  void keep(const exchange::Effect& effect);
  // Keeps an effect of a store that moves here. Its sequence there is also its position here.
  void keep_moved(std::uint64_t sequence, const exchange::Effect& effect);
  // Reads all rows that these effects change. `last_instant` is the last instant after them.
  void expect_moved(std::span<const std::pair<std::uint64_t, exchange::Effect>> effects,
                    exchange::Instant last_instant);

  // Returns an empty list without effects.
  std::vector<database::Statement> statements() const;
  Changed changed() const;

 private:
  // Keeps the row with the change, if it exists.
  template <typename Change>
  void change(exchange::TransactionId id, Change change);
  void put(exchange::Transaction next);
  void deliver(exchange::Transaction row);
  // Gives the row the next position of its queue.
  void enqueue(exchange::Transaction& row);
  std::uint64_t take_position(const QueueName& queue);
  void add_feed(const exchange::Effect& effect);
  void apply(const exchange::Sent& effect);
  void apply(const exchange::OriginalKept& effect);
  void apply(const exchange::Superseded& effect);
  void apply(const exchange::Released& effect);
  void apply(const exchange::Reported& effect);
  void apply(const exchange::Discarded& effect);
  void apply(const exchange::Moved& effect);
  void apply(const exchange::Removed& effect);
  void apply(const exchange::Erased& effect);
  void apply(const exchange::CaseSet& effect);
  void apply(const exchange::RejectedGone& effect);
  void apply(const exchange::KeyUsed& effect);
  void apply(const exchange::NumbersTaken& effect);
  void apply(const exchange::Seen& effect);
  void apply(const exchange::DirectorySet& effect);
  // The other effects only add to their tables.
  template <typename Effect>
  void apply(const Effect& effect) {
    writes_.add(effect);
  }

  Transaction& transaction_;
  Records& records_;
  KnownFacts& known_;
  std::optional<std::uint64_t> moved_as_;  // the sequence of an effect that moves here
  Writes writes_;
  std::set<QueueName> delivered_to_;
};

}  // namespace tradepost::store::postgres
