#include <memory>
#include <utility>

#include "store/postgres/commit/commit.hpp"
#include "store/postgres/tables/stored.hpp"

// Reads the rows of a commit, each once.
namespace tradepost::store::postgres {

using database::List;
using database::Parameters;
using database::Rows;
using database::Statement;
using database::Type;

// Returns a statement without SQL if no row is missing.
Statement Commit::rows_at(std::span<const RowPlace> places) {
  List ids(Type::uuid);
  List recipients(Type::uuid);
  std::set<exchange::ParticipantId> all;
  for (const RowPlace& place : places) {
    const bool is_known = rows_[place.id].now != nullptr;
    const bool is_nowhere = place.recipient == exchange::ParticipantId();
    if (is_known || is_nowhere || !known_.looked.insert(place).second) continue;
    ids.add(place.id.uuid());
    if (all.insert(place.recipient).second) recipients.add(place.recipient.uuid());
  }
  if (all.empty()) return {};
  return {.sql =
              "SELECT sequence, removed, value, units_sequence FROM transaction "
              "WHERE id = ANY($1) AND recipient = ANY($2)",
          .parameters = Parameters().list(std::move(ids)).list(std::move(recipients))};
}

void Commit::load(std::span<const RowPlace> places) {
  const Statement statement = rows_at(places);
  if (!statement.sql.empty()) take_rows(transaction_.ask(statement), 0);
}

void Commit::search(std::span<const TransactionId> ids) {
  List wanted(Type::uuid);
  std::set<TransactionId> missing;
  for (const TransactionId id : ids) {
    if (!rows_[id].now && missing.insert(id).second) wanted.add(id.uuid());
  }
  if (missing.empty()) return;
  take_rows(
      transaction_.ask({.sql = "SELECT sequence, removed, value, units_sequence FROM transaction "
                               "WHERE id = ANY($1)",
                        .parameters = Parameters().list(std::move(wanted))}),
      0);
}

void Commit::load_existing(std::span<const RowPlace> places) {
  load(places);
  std::vector<TransactionId> elsewhere;
  for (const RowPlace& place : places) {
    if (!rows_[place.id].now) elsewhere.push_back(place.id);
  }
  search(elsewhere);
}

void Commit::load_for(const exchange::Actor& by, std::span<const TransactionId> ids) {
  if (by.type != exchange::Actor::Type::participant) return search(ids);
  List wanted(Type::uuid);
  for (const TransactionId id : ids) {
    rows_.try_emplace(id);
    wanted.add(id.uuid());
  }
  const Rows seen = transaction_.ask(
      {.sql = "SELECT id, recipient FROM history WHERE viewer = $1 AND id = ANY($2)",
       .parameters = Parameters().uuid(by.id).list(std::move(wanted))});
  std::vector<RowPlace> places;
  for (std::size_t i = 0; i < seen.count(); ++i) {
    places.push_back({.id = TransactionId(seen.uuid(i, 0)),
                      .recipient = exchange::ParticipantId(seen.uuid(i, 1))});
  }
  load(places);
  for (const RowPlace& place : places) {
    // The row moved to another recipient between the two statements.
    if (!rows_[place.id].now) transaction_.note_overtaken();
  }
}

// Skips rows that are known, because this commit may have changed them.
void Commit::take_rows(const Rows& found, int column) {
  for (std::size_t i = 0; i < found.count(); ++i) {
    auto value = std::make_shared<const exchange::Transaction>(
        read<exchange::Transaction>(found.bytes(i, column + 2)));
    KnownRow& known = rows_[value->id];
    if (known.now) continue;
    const bool is_removed = found.boolean(i, column + 1);
    known = {.before = value,
             .now = value,
             .was_removed = is_removed,
             .is_removed = is_removed,
             .sequence = static_cast<std::uint64_t>(found.number(i, column)),
             .units_sequence = found.number(i, column + 3)};
  }
}

exchange::TransactionPtr Commit::row(TransactionId id) {
  if (!rows_.contains(id)) search({&id, 1});
  const KnownRow& known = rows_[id];
  if (known.before) {
    transaction_.need(
        QueueName{.participant = known.before->recipient, .flow = known.before->flow});
  }
  return known.now;
}

exchange::TransactionPtr Commit::present(TransactionId id) {
  const exchange::TransactionPtr found = row(id);
  return rows_[id].is_removed ? nullptr : found;
}

bool Commit::has_content(TransactionId id) {
  const exchange::TransactionPtr found = row(id);
  if (!found) return false;
  const Rows rows = transaction_.ask(
      {.sql = "SELECT content IS NOT NULL FROM transaction WHERE id = $1 AND recipient = $2",
       .parameters = Parameters().uuid(id.uuid()).uuid(found->recipient.uuid())});
  return rows.count() == 1 && rows.boolean(0, 0);
}

}  // namespace tradepost::store::postgres
