#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "exchange/model/viewer.hpp"
#include "exchange/port/history_filter.hpp"
#include "store/postgres/commit/writes.hpp"
#include "store/postgres/tables/stored.hpp"

namespace tradepost::store::postgres {

using database::List;
using database::Parameters;
using database::Statement;
using database::Type;
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
    const bool is_taken = known.before && known.before->recipient != row.recipient;
    if (is_taken) {
      ++taken_;
      old_recipients_.add(known.before->recipient.uuid());
    } else if (known.before) {
      ++changed_;
    } else {
      ++new_;
      contents_.add(known.content.view);
    }
    Columns& into = is_taken ? of_taken_ : known.before ? of_changed_ : of_new_;
    into.ids.add(row.id.uuid());
    into.recipients.add(row.recipient.uuid());
    into.sequences.add(static_cast<std::int64_t>(known.sequence));
    into.created.add(number_of(row.created));
    into.flows.add(number_of(row.flow));
    into.kinds.add(number_of(row.kind));
    into.states.add(static_cast<std::int64_t>(row.state));
    into.removed.add(std::int64_t{known.is_removed});
    into.content_removed.add(std::int64_t{row.content_removed_at.has_value()});
    into.units_sequences.add(known.units_sequence);
    into.values.add(stored(row));
    if (known.loses_content) {
      ++losing_;
      losing_ids_.add(row.id.uuid());
      losing_recipients_.add(row.recipient.uuid());
    }
  }

  void finish(Statements& statements) {
    if (new_ != 0) {
      statements.push_back(
          {.sql = "INSERT INTO transaction(id, recipient, sequence, created, flow, kind, state, "
                  "removed, content_removed, units_sequence, value, content) "
                  "SELECT id, recipient, sequence, created, flow, kind, state, removed <> 0, "
                  "content_removed <> 0, units_sequence, value, content "
                  "FROM unnest($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12) "
                  "AS new(id, recipient, sequence, created, flow, kind, state, removed, "
                  "content_removed, units_sequence, value, content)",
           .parameters = std::move(of_new_).parameters().list(std::move(contents_))});
    }
    if (changed_ != 0) {
      statements.push_back(
          {.sql = "UPDATE transaction AS t SET state = new.state, "
                  "removed = new.removed <> 0, content_removed = new.content_removed <> 0, "
                  "value = new.value "
                  "FROM unnest($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) "
                  "AS new(id, recipient, sequence, created, flow, kind, state, removed, "
                  "content_removed, units_sequence, value) "
                  "WHERE t.id = new.id AND t.recipient = new.recipient AND t.recipient = ANY($2)",
           .parameters = std::move(of_changed_).parameters()});
    }
    // An UPDATE cannot move a row to another shard, so the row is deleted and inserted.
    if (taken_ != 0) {
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
           .parameters = std::move(of_taken_).parameters().list(std::move(old_recipients_))});
    }
    if (losing_ != 0) {
      statements.push_back(
          {.sql = "UPDATE transaction SET content = NULL WHERE id = ANY($1) "
                  "AND recipient = ANY($2)",
           .parameters =
               Parameters().list(std::move(losing_ids_)).list(std::move(losing_recipients_))});
    }
  }

 private:
  struct Columns {
    List ids{Type::uuid};
    List recipients{Type::uuid};
    List sequences{Type::bigint};
    List created{Type::bigint};
    List flows{Type::bigint};
    List kinds{Type::bigint};
    List states{Type::bigint};
    List removed{Type::bigint};
    List content_removed{Type::bigint};
    List units_sequences{Type::bigint};
    List values{Type::bytea};

    Parameters parameters() && {
      return Parameters()
          .list(std::move(ids))
          .list(std::move(recipients))
          .list(std::move(sequences))
          .list(std::move(created))
          .list(std::move(flows))
          .list(std::move(kinds))
          .list(std::move(states))
          .list(std::move(removed))
          .list(std::move(content_removed))
          .list(std::move(units_sequences))
          .list(std::move(values));
    }
  };

  std::size_t new_ = 0;
  std::size_t changed_ = 0;
  std::size_t taken_ = 0;
  std::size_t losing_ = 0;
  Columns of_new_;
  Columns of_changed_;
  Columns of_taken_;
  List contents_{Type::bytea};
  List old_recipients_{Type::uuid};
  List losing_ids_{Type::uuid};
  List losing_recipients_{Type::uuid};
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
  std::vector<Place> left;
  List recipients(Type::uuid);
  List flows(Type::bigint);
  List positions(Type::bigint);
  List ids(Type::uuid);
  List kinds(Type::bigint);
  List senders(Type::uuid);
  List created(Type::bigint);
  List bytes(Type::bigint);
  List domains(Type::bigint);
  List texts(Type::bytea);
  bool has_new = false;
  for (const auto& [id, known] : rows) {
    if (!known.has_changed()) continue;
    const auto before = place_in_queue(known.before);
    const auto now = place_in_queue(known.now);
    if (before == now) continue;
    if (before) left.push_back(*before);
    if (!now) continue;
    has_new = true;
    const Transaction& row = *known.now;
    recipients.add(now->recipient);
    flows.add(now->flow);
    positions.add(now->position);
    ids.add(id.uuid());
    kinds.add(number_of(row.kind));
    senders.add(row.principal.participant->uuid());
    created.add(number_of(row.created));
    bytes.add(static_cast<std::int64_t>(row.content_bytes));
    domains.add(static_cast<std::int64_t>(row.routed_by.identifier.domain));
    texts.add(std::string_view(row.routed_by.identifier.text));
  }
  if (!left.empty()) {
    List left_recipients(Type::uuid);
    List left_flows(Type::bigint);
    List left_positions(Type::bigint);
    for (const Place& place : left) {
      left_recipients.add(place.recipient);
      left_flows.add(place.flow);
      left_positions.add(place.position);
    }
    statements.push_back(
        {.sql = "DELETE FROM pending AS p USING unnest($1, $2, $3) AS gone(recipient, flow, "
                "position) WHERE p.recipient = gone.recipient AND p.flow = gone.flow "
                "AND p.position = gone.position AND p.recipient = ANY($1)",
         .parameters = Parameters()
                           .list(std::move(left_recipients))
                           .list(std::move(left_flows))
                           .list(std::move(left_positions))});
  }
  if (!has_new) return;
  statements.push_back(
      {.sql = "INSERT INTO pending SELECT * FROM unnest($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)",
       .parameters = Parameters()
                         .list(std::move(recipients))
                         .list(std::move(flows))
                         .list(std::move(positions))
                         .list(std::move(ids))
                         .list(std::move(kinds))
                         .list(std::move(senders))
                         .list(std::move(created))
                         .list(std::move(bytes))
                         .list(std::move(domains))
                         .list(std::move(texts))});
}

struct HeldColumns {
  List recipients{Type::uuid};
  List flows{Type::bigint};
  List senders{Type::uuid};
  List sequences{Type::bigint};
  std::size_t count = 0;

  void add(const Transaction& row, std::uint64_t sequence) {
    recipients.add(row.recipient.uuid());
    flows.add(number_of(row.flow));
    senders.add(row.principal.participant->uuid());
    sequences.add(static_cast<std::int64_t>(sequence));
    ++count;
  }
  Parameters parameters() && {
    return Parameters()
        .list(std::move(recipients))
        .list(std::move(flows))
        .list(std::move(senders))
        .list(std::move(sequences));
  }
};

void add_held(const std::map<exchange::TransactionId, KnownRow>& rows, Statements& statements) {
  HeldColumns left;
  HeldColumns added;
  List ids(Type::uuid);
  List kinds(Type::bigint);
  List bytes(Type::bigint);
  for (const auto& [id, known] : rows) {
    const bool was = is_in(known.before, State::held);
    const bool is = is_in(known.now, State::held);
    if (was && !is) left.add(*known.before, known.sequence);
    if (was || !is) continue;
    added.add(*known.now, known.sequence);
    ids.add(id.uuid());
    kinds.add(number_of(known.now->kind));
    bytes.add(static_cast<std::int64_t>(known.now->content_bytes));
  }
  if (left.count != 0) {
    statements.push_back(
        {.sql = "DELETE FROM held AS h USING unnest($1, $2, $3, $4) AS gone(recipient, flow, "
                "sender, sequence) WHERE h.recipient = gone.recipient AND h.flow = gone.flow "
                "AND h.sender = gone.sender AND h.sequence = gone.sequence "
                "AND h.recipient = ANY($1)",
         .parameters = std::move(left).parameters()});
  }
  if (added.count == 0) return;
  statements.push_back({.sql = "INSERT INTO held SELECT * FROM unnest($1, $2, $3, $4, $5, $6, $7)",
                        .parameters = std::move(added)
                                          .parameters()
                                          .list(std::move(ids))
                                          .list(std::move(kinds))
                                          .list(std::move(bytes))});
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

struct HistoryColumns {
  List viewers{Type::uuid};
  List ids{Type::uuid};
  List recipients{Type::uuid};
  List flows{Type::bigint};
  List created{Type::bigint};
  List kinds{Type::bigint};
  List is_sent{Type::bigint};
  List statuses{Type::bigint};
  List numbers{Type::bytea};
  std::size_t count = 0;

  void add(const Transaction& row, exchange::ParticipantId viewer) {
    ++count;
    viewers.add(viewer.uuid());
    ids.add(row.id.uuid());
    recipients.add(row.recipient.uuid());
    flows.add(number_of(row.flow));
    created.add(number_of(row.created));
    kinds.add(number_of(row.kind));
    is_sent.add(std::int64_t{row.is_senders(viewer)});
    statuses.add(static_cast<std::int64_t>(exchange::status_of(row.state)));
    numbers.add(std::string_view(folded(row.number)));
  }
  Parameters parameters() && {
    return Parameters()
        .list(std::move(viewers))
        .list(std::move(ids))
        .list(std::move(recipients))
        .list(std::move(flows))
        .list(std::move(created))
        .list(std::move(kinds))
        .list(std::move(is_sent))
        .list(std::move(statuses))
        .list(std::move(numbers));
  }
};

class HistoryLists {
 public:
  void add(const KnownRow& known) {
    if (!known.has_changed()) return;
    const auto before = seers(known.before, known.was_removed);
    const auto now = seers(known.now, known.is_removed);
    for (const exchange::ParticipantId viewer : before) {
      if (now.contains(viewer)) continue;
      has_left_ = true;
      left_viewers_.add(viewer.uuid());
      left_ids_.add(known.now->id.uuid());
    }
    const bool looks_the_same =
        known.before && known.before->recipient == known.now->recipient &&
        exchange::status_of(known.before->state) == exchange::status_of(known.now->state);
    for (const exchange::ParticipantId viewer : now) {
      if (!looks_the_same || !before.contains(viewer)) add(known, viewer);
    }
  }

  void finish(Statements& statements) {
    if (has_left_) {
      auto parameters = Parameters().list(left_viewers_).list(left_ids_);
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
    if (of_new_.count != 0) {
      statements.push_back(
          {.sql = "INSERT INTO history SELECT viewer, id, recipient, flow, created, kind, "
                  "is_sent <> 0, status, number FROM unnest($1, $2, $3, $4, $5, $6, $7, $8, $9) "
                  "AS new(viewer, id, recipient, flow, created, kind, is_sent, status, number)",
           .parameters = std::move(of_new_).parameters()});
    }
    if (of_changed_.count != 0) {
      statements.push_back(
          {.sql = "INSERT INTO history SELECT viewer, id, recipient, flow, created, kind, "
                  "is_sent <> 0, status, number FROM unnest($1, $2, $3, $4, $5, $6, $7, $8, $9) "
                  "AS new(viewer, id, recipient, flow, created, kind, is_sent, status, number) "
                  "ON CONFLICT (viewer, id) DO UPDATE SET recipient = excluded.recipient, "
                  "status = excluded.status",
           .parameters = std::move(of_changed_).parameters()});
    }
    if (has_units_) {
      statements.push_back(
          {.sql = "INSERT INTO sscc SELECT viewer, number, id, recipient, sequence, flow, kind, "
                  "is_principals <> 0 FROM unnest($1, $2, $3, $4, $5, $6, $7, $8) AS new(viewer, "
                  "number, id, recipient, sequence, flow, kind, is_principals) "
                  "ON CONFLICT (viewer, number, id) DO UPDATE SET recipient = excluded.recipient",
           .parameters = Parameters()
                             .list(std::move(unit_viewers_))
                             .list(std::move(unit_numbers_))
                             .list(std::move(unit_ids_))
                             .list(std::move(unit_recipients_))
                             .list(std::move(unit_sequences_))
                             .list(std::move(unit_flows_))
                             .list(std::move(unit_kinds_))
                             .list(std::move(unit_is_principals_))});
    }
  }

 private:
  void add(const KnownRow& known, exchange::ParticipantId viewer) {
    const Transaction& row = *known.now;
    (known.before ? of_changed_ : of_new_).add(row, viewer);
    std::set<std::uint64_t> units;
    for (const exchange::Unit& unit : row.units) {
      if (unit.number == 0 || !units.insert(unit.number).second) continue;
      has_units_ = true;
      unit_viewers_.add(viewer.uuid());
      unit_numbers_.add(static_cast<std::int64_t>(unit.number));
      unit_ids_.add(row.id.uuid());
      unit_recipients_.add(row.recipient.uuid());
      unit_sequences_.add(known.units_sequence);
      unit_flows_.add(number_of(row.flow));
      unit_kinds_.add(number_of(row.kind));
      unit_is_principals_.add(std::int64_t{row.principal.participant == viewer});
    }
  }

  bool has_left_ = false;
  bool has_units_ = false;
  List left_viewers_{Type::uuid};
  List left_ids_{Type::uuid};
  HistoryColumns of_new_;
  HistoryColumns of_changed_;
  List unit_viewers_{Type::uuid};
  List unit_numbers_{Type::bigint};
  List unit_ids_{Type::uuid};
  List unit_recipients_{Type::uuid};
  List unit_sequences_{Type::bigint};
  List unit_flows_{Type::bigint};
  List unit_kinds_{Type::bigint};
  List unit_is_principals_{Type::bigint};
};

// The database numbers the inserted rows in the order of sending.
void add_versions(const std::map<exchange::TransactionId, KnownRow>& rows,
                  const std::vector<exchange::TransactionId>& sent, Statements& statements) {
  List chains(Type::bytea);
  List chain_keys(Type::bytea);
  List versions(Type::uuid);
  List version_recipients(Type::uuid);
  List recipients(Type::uuid);
  List keys(Type::bytea);
  List payloads(Type::uuid);
  bool has_versions = false;
  bool has_payloads = false;
  for (const exchange::TransactionId id : sent) {
    const auto known = rows.find(id);
    // A transaction that moves here may have been removed since it was sent.
    if (known == rows.end() || known->second.before || !known->second.now) continue;
    const Transaction& row = *known->second.now;
    if (row.has_chain) {
      const ChainName chain = name_of(row.chain());
      chains.add(std::string_view(chain.commercial));
      chain_keys.add(std::string_view(chain.key));
      versions.add(id.uuid());
      version_recipients.add(row.recipient.uuid());
      has_versions = true;
    } else {
      recipients.add(row.recipient.uuid());
      keys.add(std::string_view(payload_key(row)));
      payloads.add(id.uuid());
      has_payloads = true;
    }
  }
  if (has_versions) {
    statements.push_back({.sql = "INSERT INTO version(commercial, key, id, recipient) "
                                 "SELECT * FROM unnest($1, $2, $3, $4)",
                          .parameters = Parameters()
                                            .list(std::move(chains))
                                            .list(std::move(chain_keys))
                                            .list(std::move(versions))
                                            .list(std::move(version_recipients))});
  }
  if (has_payloads) {
    statements.push_back(
        {.sql = "INSERT INTO payload(recipient, key, id) SELECT * FROM unnest($1, $2, $3)",
         .parameters = Parameters()
                           .list(std::move(recipients))
                           .list(std::move(keys))
                           .list(std::move(payloads))});
  }
}

// Updates the tables that lead to transactions with a new recipient.
void add_taken(const std::map<exchange::TransactionId, KnownRow>& rows, Statements& statements) {
  List chains(Type::bytea);
  List chain_keys(Type::bytea);
  List versions(Type::uuid);
  List recipients(Type::uuid);
  bool has_versions = false;
  for (const auto& [id, known] : rows) {
    if (!known.before || known.before->recipient == known.now->recipient) continue;
    if (known.before->has_chain) {
      const ChainName chain = name_of(known.before->chain());
      chains.add(std::string_view(chain.commercial));
      chain_keys.add(std::string_view(chain.key));
      versions.add(id.uuid());
      recipients.add(known.now->recipient.uuid());
      has_versions = true;
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
  if (!has_versions) return;
  statements.push_back(
      {.sql = "UPDATE version AS v SET recipient = new.recipient "
              "FROM unnest($1, $2, $3, $4) AS new(commercial, key, id, recipient) "
              "WHERE v.commercial = new.commercial AND v.key = new.key AND v.id = new.id "
              "AND v.commercial = ANY($1)",
       .parameters = Parameters()
                         .list(std::move(chains))
                         .list(std::move(chain_keys))
                         .list(std::move(versions))
                         .list(std::move(recipients))});
}

}  // namespace

std::vector<Statement> statements_of(const std::map<exchange::TransactionId, KnownRow>& rows,
                                     const std::vector<exchange::TransactionId>& sent) {
  Statements statements;
  RowLists lists;
  HistoryLists history;
  for (const auto& [id, known] : rows) {
    lists.add(known);
    history.add(known);
  }
  lists.finish(statements);
  add_queued(rows, statements);
  add_held(rows, statements);
  history.finish(statements);
  add_versions(rows, sent, statements);
  add_taken(rows, statements);
  return statements;
}

}  // namespace tradepost::store::postgres
