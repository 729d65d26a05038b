#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "database/parameters.hpp"
#include "exchange/model/act.hpp"
#include "exchange/model/effects.hpp"
#include "exchange/model/feed_entries.hpp"
#include "store/postgres/tables/names.hpp"

namespace tradepost::store::postgres {

// A transaction before and after the commit.
struct KnownRow {
  exchange::TransactionPtr before;  // null: it is new
  exchange::TransactionPtr now;     // null: it does not exist
  bool was_removed = false;
  bool is_removed = false;
  std::uint64_t sequence = 0;  // in the order of sending to its first recipient
  // The number of a transaction with units in the order of all sending, because instants may fall.
  std::int64_t units_sequence = 0;
  exchange::Bytes content = {};                     // of a new transaction
  std::optional<exchange::Original> original = {};  // was not in the tables before
  document::References references = {};             // of a new transaction
  bool loses_content = false;

  bool has_changed() const { return before != now || was_removed != is_removed; }
};

struct KnownCase {
  exchange::CasePtr now;  // null: it does not exist
  bool has_changed = false;
  bool is_gone = false;
  std::vector<exchange::ParticipantId> owners = {};  // of a removed case
};

// Positions and instants of a store that moves here. They are copied, not counted here.
struct MovedWrites {
  std::optional<std::uint64_t> through;  // the sequence of the last effect that was taken
  std::map<QueueName, exchange::Position> queue_ends;
  std::vector<exchange::FeedPlace> feed;
  std::map<QueueName, exchange::Instant> polls;
  exchange::Instant last_instant{};
};
void add_moved(const MovedWrites& moved, std::vector<database::Statement>& statements);

struct KeptAct {
  exchange::Act act;
  std::optional<std::uint64_t> sequence;  // of an act that moves here
};

// The table changes of a commit, gathered so that one statement writes each table, for any number
// of rows.
struct Writes {
  std::vector<exchange::TransactionId> sent;  // in the order of sending
  std::vector<std::pair<exchange::TransactionId, exchange::Event>> events;
  std::vector<exchange::FeedEntry> feed;
  std::vector<exchange::CaseCommented> comments;
  std::vector<exchange::Rejected> rejections;
  std::vector<exchange::KeyUsed> keys;
  std::map<exchange::RangeId, std::uint64_t> next_numbers;
  std::map<exchange::EndpointId, exchange::EndpointProgress> progress;
  std::map<exchange::EndpointId, QueueName> feeds_of;  // of new endpoints
  std::vector<std::pair<exchange::Revision, exchange::DirectoryEntry>> entries;
  std::vector<KeptAct> acts;
  std::vector<exchange::Intent> intents;
  std::map<exchange::IntentId, std::pair<std::uint64_t, bool>>
      steps;  // the steps, and true when done
  MovedWrites moved;

  void add(const exchange::CaseCommented& effect) { comments.push_back(effect); }
  void add(const exchange::Rejected& effect) { rejections.push_back(effect); }
  void add(const exchange::EndpointProgress& effect) { progress[effect.endpoint] = effect; }
  void add(const exchange::IntentSet& effect) { intents.push_back(effect.intent); }
  void add(const exchange::IntentStepped& effect) {
    steps[effect.id] = {effect.steps, effect.done};
  }
  void add(const exchange::FeedCarried& effect) { moved.feed.push_back(effect.place); }
  // These have only events or acts, which every effect may have.
  void add(const exchange::Noted&) {}
  void add(const exchange::ActCarried&) {}
};

// Returns the statements that write the changed rows and the tables that lead to them. `sent` has
// the new transactions in their order.
std::vector<database::Statement> statements_of(
    const std::map<exchange::TransactionId, KnownRow>& rows,
    const std::vector<exchange::TransactionId>& sent);
// Returns all statements in an order that satisfies their dependencies.
std::vector<database::Statement> statements_of(
    const std::map<exchange::TransactionId, KnownRow>& rows,
    const std::map<exchange::CaseId, KnownCase>& cases, const Writes& writes,
    exchange::Instant now);

// The error (division by zero) of the statement that writes keys if another commit has used one of
// them since. COMMIT is sent in the same round trip, so the server must check this.
inline constexpr std::string_view key_overtaken = "22012";

}  // namespace tradepost::store::postgres
