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

// A transaction as it was found, and as it is to be.
struct KnownRow {
  exchange::TransactionPtr before;  // none: it is new
  exchange::TransactionPtr now;     // none: there is none
  bool was_removed = false;
  bool is_removed = false;
  std::uint64_t sequence = 0;  // in the order of sending to its first recipient
  // Of one with units, in the order of all sending: instants may fall.
  std::int64_t units_sequence = 0;
  exchange::Bytes content = {};  // of a new one
  bool loses_content = false;

  bool has_changed() const { return before != now || was_removed != is_removed; }
};

struct KnownCase {
  exchange::CasePtr now;  // none: there is none
  bool has_changed = false;
  bool is_gone = false;
  std::vector<exchange::ParticipantId> owners = {};  // of one that is gone
};

// What a commit leaves beyond that of a store that moves here: it is not counted, but given.
struct MovedWrites {
  std::optional<std::uint64_t> through;  // the sequence of the last effect
  std::map<QueueName, exchange::Position> queue_ends;
  std::vector<exchange::FeedPlace> feed;
  std::map<QueueName, exchange::Instant> polls;
  exchange::Instant last_instant{};
};
void add_moved(const MovedWrites& moved, std::vector<database::Statement>& statements);

struct KeptAct {
  exchange::Act act;
  std::optional<std::uint64_t> sequence;  // of one that moves here
};

// What the effects of a commit leave in the tables, gathered so that each table is written by one
// statement, whatever the number of rows.
struct Writes {
  std::vector<exchange::TransactionId> sent;  // in the order of sending
  std::vector<std::pair<exchange::TransactionId, exchange::Event>> events;
  std::vector<exchange::FeedEntry> feed;
  std::vector<exchange::CaseCommented> comments;
  std::vector<exchange::Rejected> rejections;
  std::vector<exchange::KeyUsed> keys;
  std::map<exchange::RangeId, std::uint64_t> next_numbers;
  std::map<exchange::EndpointId, exchange::EndpointProgress> progress;
  std::map<exchange::EndpointId, QueueName> feeds_of;  // of endpoints that are new
  std::vector<std::pair<exchange::Revision, exchange::DirectoryEntry>> entries;
  std::vector<KeptAct> acts;
  std::vector<exchange::Intent> intents;
  std::map<exchange::IntentId, std::pair<std::uint64_t, bool>> steps;  // and whether it is done
  MovedWrites moved;
};

// The statements, in an order in which they may be done.
std::vector<database::Statement> statements_of(
    const std::map<exchange::TransactionId, KnownRow>& rows,
    const std::map<exchange::CaseId, KnownCase>& cases, const Writes& writes,
    exchange::Instant now);

// What the statement fails with that writes keys (a division by zero) where another commit used one
// of them meanwhile. COMMIT travels with it, so the server has to look.
inline constexpr std::string_view key_overtaken = "22012";

}  // namespace tradepost::store::postgres
