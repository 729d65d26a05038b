#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "exchange/model/transaction.hpp"
#include "exchange/port/history_filter.hpp"
#include "store/postgres/commit/writes.hpp"
#include "store/postgres/tables/columns.hpp"
#include "store/postgres/tables/stored.hpp"

namespace tradepost::store::postgres {

using database::Parameters;
using database::Statement;
using enum database::Type;
using exchange::State;
using exchange::Transaction;

namespace {

using Statements = std::vector<Statement>;

bool is_in(const exchange::TransactionPtr& row, State state) {
  return row && row->state == state;
}

// Gathers the columns of all changed rows, with one entry for each row.
class RowLists {
 public:
  void add(const KnownRow& known) {
    if (!known.has_changed()) return;
    const Transaction& row = *known.now;
    if (!known.before) {
      add_to(new_, known, known.content.view);
    } else if (known.before->recipient != row.recipient) {
      add_to(taken_, known, known.before->recipient.uuid());
    } else {
      add_to(changed_, known);
    }
    if (known.loses_content) losing_.add(row.id.uuid(), row.recipient.uuid());
  }

  void finish(Statements& statements) {
    if (!new_.is_empty()) {
      statements.push_back(
          {.sql = "INSERT INTO transaction(id, recipient, sequence, created, flow, kind, state, "
                  "removed, content_removed, units_sequence, value, content) "
                  "SELECT id, recipient, sequence, created, flow, kind, state, removed <> 0, "
                  "content_removed <> 0, units_sequence, value, content "
                  "FROM unnest($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12) "
                  "AS new(id, recipient, sequence, created, flow, kind, state, removed, "
                  "content_removed, units_sequence, value, content)",
           .parameters = std::move(new_).parameters()});
    }
    if (!changed_.is_empty()) {
      statements.push_back(
          {.sql = "UPDATE transaction AS t SET state = new.state, "
                  "removed = new.removed <> 0, content_removed = new.content_removed <> 0, "
                  "value = new.value "
                  "FROM unnest($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) "
                  "AS new(id, recipient, sequence, created, flow, kind, state, removed, "
                  "content_removed, units_sequence, value) "
                  "WHERE t.id = new.id AND t.recipient = new.recipient AND t.recipient = ANY($2)",
           .parameters = std::move(changed_).parameters()});
    }
    // An UPDATE cannot move a row to another shard, so the row is deleted and inserted.
    if (!taken_.is_empty()) {
      statements.push_back(
          {.sql = "WITH gone AS (DELETE FROM transaction AS t "
                  "USING unnest($1, $12) AS old(id, recipient) "
                  "WHERE t.id = old.id AND t.recipient = old.recipient "
                  "AND t.recipient = ANY($12) RETURNING t.id, t.content) "
                  "INSERT INTO transaction(id, recipient, sequence, created, flow, kind, state, "
                  "removed, content_removed, units_sequence, value, content) "
                  "SELECT id, recipient, sequence, created, flow, kind, state, removed <> 0, "
                  "content_removed <> 0, units_sequence, value, content "
                  "FROM unnest($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) "
                  "AS new(id, recipient, sequence, created, flow, kind, state, removed, "
                  "content_removed, units_sequence, value) JOIN gone USING (id)",
           .parameters = std::move(taken_).parameters()});
    }
    if (!losing_.is_empty()) {
      statements.push_back({.sql = "UPDATE transaction SET content = NULL WHERE id = ANY($1) "
                                   "AND recipient = ANY($2)",
                            .parameters = std::move(losing_).parameters()});
    }
  }

 private:
  // The columns of a row, then the columns of one statement.
  template <database::Type... more>
  using RowColumns = Columns<uuid, uuid, bigint, bigint, bigint, bigint, bigint, bigint, bigint,
                             bigint, bytea, more...>;

  static void add_to(auto& columns, const KnownRow& known, const auto&... more) {
    const Transaction& row = *known.now;
    columns.add(row.id.uuid(), row.recipient.uuid(), static_cast<std::int64_t>(known.sequence),
                number_of(row.created), number_of(row.flow), number_of(row.kind),
                static_cast<std::int64_t>(row.state), std::int64_t{known.is_removed},
                std::int64_t{row.content.removed_at.has_value()}, known.units_sequence, stored(row),
                more...);
  }

  RowColumns<bytea> new_;  // with the content
  RowColumns<> changed_;
  RowColumns<uuid> taken_;  // with the former recipient
  Columns<uuid, uuid> losing_;
};

// Writes the texts that became documents.
class OriginalLists {
 public:
  void add(const KnownRow& known) {
    if (!known.now) return;
    const Transaction& row = *known.now;
    if (known.original && !row.content.removed_at) {
      new_.add(row.id.uuid(), row.recipient.uuid(), static_cast<std::int64_t>(known.original->form),
               known.original->text.view);
    }
    if (known.before && known.before->recipient != row.recipient)
      taken_.add(row.id.uuid(), known.before->recipient.uuid(), row.recipient.uuid());
    if (known.before && known.loses_content) gone_.add(row.id.uuid(), row.recipient.uuid());
  }

  void finish(Statements& statements) {
    if (!new_.is_empty()) {
      statements.push_back({.sql = "INSERT INTO original SELECT * FROM unnest($1, $2, $3, $4)",
                            .parameters = std::move(new_).parameters()});
    }
    if (!taken_.is_empty()) {
      statements.push_back(
          {.sql = "WITH gone AS (DELETE FROM original AS o "
                  "USING unnest($1, $2, $3) AS old(id, recipient, next) "
                  "WHERE o.id = old.id AND o.recipient = old.recipient "
                  "AND o.recipient = ANY($2) RETURNING o.id, old.next, o.form, o.text) "
                  "INSERT INTO original SELECT id, next, form, text FROM gone",
           .parameters = std::move(taken_).parameters()});
    }
    if (!gone_.is_empty()) {
      statements.push_back(
          {.sql = "DELETE FROM original WHERE id = ANY($1) AND recipient = ANY($2)",
           .parameters = std::move(gone_).parameters()});
    }
  }

 private:
  Columns<uuid, uuid, bigint, bytea> new_;
  Columns<uuid, uuid, uuid> taken_;
  Columns<uuid, uuid> gone_;
};

// A place in a queue.
struct Place {
  base::Uuid recipient;
  std::int64_t flow = 0;
  std::int64_t position = 0;
  auto operator<=>(const Place&) const = default;
};

std::optional<Place> place_in_queue(const exchange::TransactionPtr& row) {
  if (!is_in(row, State::pending)) return std::nullopt;
  return Place{.recipient = row->recipient.uuid(),
               .flow = number_of(row->flow),
               .position = static_cast<std::int64_t>(row->position)};
}

void add_queued(const std::map<exchange::TransactionId, KnownRow>& rows, Statements& statements) {
  Columns<uuid, bigint, bigint> left;
  Columns<uuid, bigint, bigint, uuid, bigint, uuid, bigint, bigint, bigint, bytea> added;
  for (const auto& [id, known] : rows) {
    if (!known.has_changed()) continue;
    const auto before = place_in_queue(known.before);
    const auto now = place_in_queue(known.now);
    if (before == now) continue;
    if (before) left.add(before->recipient, before->flow, before->position);
    if (!now) continue;
    const Transaction& row = *known.now;
    added.add(now->recipient, now->flow, now->position, id.uuid(), number_of(row.kind),
              row.parties.principal.participant->uuid(), number_of(row.created),
              static_cast<std::int64_t>(row.content.bytes),
              static_cast<std::int64_t>(row.routed_by.identifier.domain),
              row.routed_by.identifier.text);
  }
  if (!left.is_empty()) {
    statements.push_back(
        {.sql = "DELETE FROM pending AS p USING unnest($1, $2, $3) AS gone(recipient, flow, "
                "position) WHERE p.recipient = gone.recipient AND p.flow = gone.flow "
                "AND p.position = gone.position AND p.recipient = ANY($1)",
         .parameters = std::move(left).parameters()});
  }
  if (added.is_empty()) return;
  statements.push_back(
      {.sql = "INSERT INTO pending SELECT * FROM unnest($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)",
       .parameters = std::move(added).parameters()});
}

void add_held(const std::map<exchange::TransactionId, KnownRow>& rows, Statements& statements) {
  Columns<uuid, bigint, uuid, bigint> left;
  Columns<uuid, bigint, uuid, bigint, uuid, bigint, bigint> added;
  for (const auto& [id, known] : rows) {
    const bool was = is_in(known.before, State::held);
    const bool is = is_in(known.now, State::held);
    if (was == is) continue;
    const Transaction& row = is ? *known.now : *known.before;
    const auto add_to = [&](auto& columns, const auto&... more) {
      columns.add(row.recipient.uuid(), number_of(row.flow),
                  row.parties.principal.participant->uuid(),
                  static_cast<std::int64_t>(known.sequence), more...);
    };
    if (was) {
      add_to(left);
    } else {
      add_to(added, id.uuid(), number_of(row.kind), static_cast<std::int64_t>(row.content.bytes));
    }
  }
  if (!left.is_empty()) {
    statements.push_back(
        {.sql = "DELETE FROM held AS h USING unnest($1, $2, $3, $4) AS gone(recipient, flow, "
                "sender, sequence) WHERE h.recipient = gone.recipient AND h.flow = gone.flow "
                "AND h.sender = gone.sender AND h.sequence = gone.sequence "
                "AND h.recipient = ANY($1)",
         .parameters = std::move(left).parameters()});
  }
  if (added.is_empty()) return;
  statements.push_back({.sql = "INSERT INTO held SELECT * FROM unnest($1, $2, $3, $4, $5, $6, $7)",
                        .parameters = std::move(added).parameters()});
}

// Returns the participants that have the transaction in their history.
std::set<exchange::ParticipantId> seers(const exchange::TransactionPtr& row, bool is_removed) {
  std::set<exchange::ParticipantId> all;
  if (!row || is_removed) return all;
  for (const exchange::ParticipantId viewer : row->viewers) {
    if (exchange::Viewer{.participant = viewer, .flow = row->flow}.sees(*row)) all.insert(viewer);
  }
  return all;
}

class HistoryLists {
 public:
  void add(const KnownRow& known) {
    if (!known.has_changed()) return;
    const auto before = seers(known.before, known.was_removed);
    const auto now = seers(known.now, known.is_removed);
    for (const exchange::ParticipantId viewer : before) {
      if (now.contains(viewer)) continue;
      left_.add(viewer.uuid(), known.now->id.uuid());
    }
    const bool looks_the_same =
        known.before && known.before->recipient == known.now->recipient &&
        exchange::status_of(known.before->state) == exchange::status_of(known.now->state);
    for (const exchange::ParticipantId viewer : now) {
      if (!looks_the_same || !before.contains(viewer)) add(known, viewer);
    }
  }

  void finish(Statements& statements) {
    if (!left_.is_empty()) {
      auto parameters = std::move(left_).parameters();
      statements.push_back({.sql =
                                "DELETE FROM history AS h USING unnest($1, $2) AS gone(viewer, id) "
                                "WHERE h.viewer = gone.viewer AND h.id = gone.id "
                                "AND h.viewer = ANY($1)",
                            .parameters = parameters});
      statements.push_back({.sql = "DELETE FROM sscc AS s USING unnest($1, $2) AS gone(viewer, id) "
                                   "WHERE s.viewer = gone.viewer AND s.id = gone.id "
                                   "AND s.viewer = ANY($1)",
                            .parameters = std::move(parameters)});
    }
    // New rows cannot exist yet, and ON CONFLICT would first try to insert each one.
    if (!new_.is_empty()) {
      statements.push_back(
          {.sql = "INSERT INTO history SELECT viewer, id, recipient, flow, created, kind, "
                  "is_sent <> 0, status, number FROM unnest($1, $2, $3, $4, $5, $6, $7, $8, $9) "
                  "AS new(viewer, id, recipient, flow, created, kind, is_sent, status, number)",
           .parameters = std::move(new_).parameters()});
    }
    if (!changed_.is_empty()) {
      statements.push_back(
          {.sql = "INSERT INTO history SELECT viewer, id, recipient, flow, created, kind, "
                  "is_sent <> 0, status, number FROM unnest($1, $2, $3, $4, $5, $6, $7, $8, $9) "
                  "AS new(viewer, id, recipient, flow, created, kind, is_sent, status, number) "
                  "ON CONFLICT (viewer, id) DO UPDATE SET recipient = excluded.recipient, "
                  "status = excluded.status",
           .parameters = std::move(changed_).parameters()});
    }
    if (!units_.is_empty()) {
      statements.push_back(
          {.sql = "INSERT INTO sscc SELECT viewer, number, id, recipient, sequence, flow, kind, "
                  "is_principals <> 0 FROM unnest($1, $2, $3, $4, $5, $6, $7, $8) AS new(viewer, "
                  "number, id, recipient, sequence, flow, kind, is_principals) "
                  "ON CONFLICT (viewer, number, id) DO UPDATE SET recipient = excluded.recipient",
           .parameters = std::move(units_).parameters()});
    }
  }

 private:
  void add(const KnownRow& known, exchange::ParticipantId viewer) {
    const Transaction& row = *known.now;
    (known.before ? changed_ : new_)
        .add(viewer.uuid(), row.id.uuid(), row.recipient.uuid(), number_of(row.flow),
             number_of(row.created), number_of(row.kind), std::int64_t{row.is_senders(viewer)},
             static_cast<std::int64_t>(exchange::status_of(row.state)), folded(row.number));
    std::set<std::uint64_t> units;
    for (const exchange::Unit& unit : row.units) {
      if (unit.number == 0 || !units.insert(unit.number).second) continue;
      units_.add(viewer.uuid(), static_cast<std::int64_t>(unit.number), row.id.uuid(),
                 row.recipient.uuid(), known.units_sequence, number_of(row.flow),
                 number_of(row.kind), std::int64_t{row.parties.principal.participant == viewer});
    }
  }

  using HistoryColumns = Columns<uuid, uuid, uuid, bigint, bigint, bigint, bigint, bigint, bytea>;

  Columns<uuid, uuid> left_;
  HistoryColumns new_;
  HistoryColumns changed_;
  Columns<uuid, bigint, uuid, uuid, bigint, bigint, bigint, bigint> units_;
};

// Gathers the references of new documents, and of documents that get or lose viewers. They are
// forgotten with the content.
class ReferenceLists {
 public:
  void add(const KnownRow& known) {
    if (!known.has_changed()) return;
    const Transaction& row = *known.now;
    if (!known.before) {
      if (known.is_removed || known.loses_content) return;
      for (const exchange::ParticipantId viewer : row.viewers) add_new(known, viewer);
      return;
    }
    const auto& before = known.before->viewers;
    const bool is_forgotten = known.is_removed || known.loses_content;
    const auto now = is_forgotten ? std::vector<exchange::ParticipantId>() : row.viewers;
    for (const exchange::ParticipantId viewer : now) {
      const bool is_new = std::ranges::find(before, viewer) == before.end();
      if (is_new) copied_.add(viewer.uuid(), before.front().uuid(), row.id.uuid());
    }
    for (const exchange::ParticipantId viewer : before) {
      const bool is_left = std::ranges::find(now, viewer) == now.end();
      if (is_left) left_.add(viewer.uuid(), row.id.uuid());
    }
  }

  void finish(Statements& statements) {
    if (!new_.is_empty()) {
      statements.push_back({.sql = "INSERT INTO reference SELECT * FROM unnest($1, $2, $3, $4)",
                            .parameters = std::move(new_).parameters()});
    }
    if (!copied_.is_empty()) {
      statements.push_back({.sql =
                                "INSERT INTO reference SELECT new.viewer, r.number, r.id, r.kinds "
                                "FROM unnest($1, $2, $3) AS new(viewer, source, id) "
                                "JOIN reference r ON r.viewer = new.source AND r.id = new.id "
                                "AND r.viewer = ANY($2) ON CONFLICT DO NOTHING",
                            .parameters = std::move(copied_).parameters()});
    }
    if (!left_.is_empty()) {
      statements.push_back(
          {.sql = "DELETE FROM reference AS r USING unnest($1, $2) AS gone(viewer, id) "
                  "WHERE r.viewer = gone.viewer AND r.id = gone.id AND r.viewer = ANY($1)",
           .parameters = std::move(left_).parameters()});
    }
  }

 private:
  void add_new(const KnownRow& known, exchange::ParticipantId viewer) {
    for (const document::Reference& reference : known.references) {
      new_.add(viewer.uuid(), indexed(reference.number), known.now->id.uuid(),
               std::int64_t{reference.kinds});
    }
  }

  Columns<uuid, bytea, uuid, bigint> new_;
  Columns<uuid, uuid, uuid> copied_;
  Columns<uuid, uuid> left_;
};

// The database numbers the inserted rows in the order of sending.
void add_versions(const std::map<exchange::TransactionId, KnownRow>& rows,
                  const std::vector<exchange::TransactionId>& sent, Statements& statements) {
  Columns<bytea, bytea, uuid, uuid> versions;
  Columns<uuid, bytea, uuid> payloads;
  for (const exchange::TransactionId id : sent) {
    const auto known = rows.find(id);
    // A transaction that moves here may have been removed since it was sent.
    if (known == rows.end() || known->second.before || !known->second.now) continue;
    const Transaction& row = *known->second.now;
    if (row.has_chain) {
      const ChainName chain = name_of(row.chain());
      versions.add(chain.commercial, chain.key, id.uuid(), row.recipient.uuid());
    } else {
      payloads.add(row.recipient.uuid(), payload_key(row), id.uuid());
    }
  }
  if (!versions.is_empty()) {
    statements.push_back({.sql = "INSERT INTO version(commercial, key, id, recipient) "
                                 "SELECT * FROM unnest($1, $2, $3, $4)",
                          .parameters = std::move(versions).parameters()});
  }
  if (!payloads.is_empty()) {
    statements.push_back(
        {.sql = "INSERT INTO payload(recipient, key, id) SELECT * FROM unnest($1, $2, $3)",
         .parameters = std::move(payloads).parameters()});
  }
}

// Updates the tables that lead to transactions with a new recipient.
void add_taken(const std::map<exchange::TransactionId, KnownRow>& rows, Statements& statements) {
  Columns<bytea, bytea, uuid, uuid> versions;
  for (const auto& [id, known] : rows) {
    if (!known.before || known.before->recipient == known.now->recipient) continue;
    if (known.before->has_chain) {
      const ChainName chain = name_of(known.before->chain());
      versions.add(chain.commercial, chain.key, id.uuid(), known.now->recipient.uuid());
      continue;
    }
    statements.push_back(
        {.sql = "WITH gone AS (DELETE FROM payload WHERE recipient = $1 AND key = $2 AND id = $3 "
                "RETURNING key, sequence, id) "
                "INSERT INTO payload(recipient, key, sequence, id) "
                "SELECT $4, key, sequence, id FROM gone",
         .parameters = Parameters()
                           .uuid(known.before->recipient.uuid())
                           .bytes(payload_key(*known.now))
                           .uuid(id.uuid())
                           .uuid(known.now->recipient.uuid())});
  }
  if (versions.is_empty()) return;
  statements.push_back(
      {.sql = "UPDATE version AS v SET recipient = new.recipient "
              "FROM unnest($1, $2, $3, $4) AS new(commercial, key, id, recipient) "
              "WHERE v.commercial = new.commercial AND v.key = new.key AND v.id = new.id "
              "AND v.commercial = ANY($1)",
       .parameters = std::move(versions).parameters()});
}

}  // namespace

std::vector<Statement> statements_of(const std::map<exchange::TransactionId, KnownRow>& rows,
                                     const std::vector<exchange::TransactionId>& sent) {
  Statements statements;
  RowLists lists;
  OriginalLists originals;
  HistoryLists history;
  ReferenceLists references;
  for (const auto& [id, known] : rows) {
    lists.add(known);
    originals.add(known);
    history.add(known);
    references.add(known);
  }
  lists.finish(statements);
  originals.finish(statements);
  add_queued(rows, statements);
  add_held(rows, statements);
  history.finish(statements);
  references.finish(statements);
  add_versions(rows, sent, statements);
  add_taken(rows, statements);
  return statements;
}

}  // namespace tradepost::store::postgres
