#include "store/postgres/tables/schema.hpp"

#include <fmt/format.h>

#include <array>
#include <string>
#include <string_view>

namespace tradepost::store::postgres {
namespace {

using database::Connection;
using database::Rows;

// The first key of every advisory lock of the store ("tp"). The second key names its subject.
constexpr const char* lock = "SELECT pg_advisory_xact_lock(29808, 1)";

// A released migration never changes; a new one is appended. Each migration leaves tables that the
// versions before it can use, until the format of the store is above theirs. A later version
// removes the parts that only those versions needed. No migration reads or writes the rows of a
// large table while it has a lock on it.
//
// Instants are milliseconds since 1970, and enums are their numbers (storage 1). Columns named
// `entry` and `value` have the fields of stored.hpp. Values that statements select by have separate
// columns.
constexpr std::string_view first = R"(
CREATE TABLE network(one smallint PRIMARY KEY CHECK (one = 1), epoch bigint NOT NULL,
  last_instant bigint NOT NULL, last_commit bigint NOT NULL);
INSERT INTO network VALUES(1, 1, 0, 0);
CREATE TABLE shared_key(one smallint PRIMARY KEY CHECK (one = 1), digest bytea NOT NULL, key bytea);
CREATE SEQUENCE happening;

CREATE TABLE queue(recipient uuid, flow smallint, last_position bigint NOT NULL,
  last_instant bigint NOT NULL, last_commit bigint DEFAULT nextval('happening'),
  PRIMARY KEY(recipient, flow)) WITH (fillfactor = 50);
CREATE TABLE version(commercial bytea, key bytea, sequence bigint DEFAULT nextval('happening'),
  id uuid NOT NULL, PRIMARY KEY(commercial, key, sequence));
CREATE TABLE payload(recipient uuid, key bytea, sequence bigint DEFAULT nextval('happening'),
  id uuid NOT NULL, PRIMARY KEY(recipient, key, sequence));

CREATE TABLE transaction(id uuid, recipient uuid, sequence bigint NOT NULL, created bigint NOT NULL,
  flow smallint NOT NULL, kind smallint NOT NULL, state smallint NOT NULL, removed boolean NOT NULL,
  content_removed boolean NOT NULL, units_sequence bigint NOT NULL, value bytea NOT NULL,
  content bytea,
  PRIMARY KEY(id, recipient)) PARTITION BY RANGE (id);
CREATE INDEX transaction_in_order ON transaction(created, id);
CREATE INDEX transaction_failed ON transaction(recipient, flow) WHERE state = 4 AND NOT removed;
CREATE TABLE pending(recipient uuid, flow smallint, position bigint, id uuid NOT NULL,
  kind smallint NOT NULL, sender uuid NOT NULL, created bigint NOT NULL, bytes bigint NOT NULL,
  routed_domain smallint NOT NULL, routed_identifier bytea NOT NULL,
  PRIMARY KEY(recipient, flow, position))
  WITH (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 10000);
CREATE TABLE held(recipient uuid, flow smallint, sender uuid, sequence bigint, id uuid NOT NULL,
  kind smallint NOT NULL, bytes bigint NOT NULL, PRIMARY KEY(recipient, flow, sender, sequence));
CREATE INDEX held_by_sender ON held(sender, flow);
CREATE TABLE history(viewer uuid, id uuid, recipient uuid NOT NULL, flow smallint NOT NULL,
  created bigint NOT NULL, kind smallint NOT NULL, is_sent boolean NOT NULL,
  status smallint NOT NULL, number bytea NOT NULL,
  PRIMARY KEY(viewer, id)) PARTITION BY RANGE (id);
CREATE INDEX history_in_order ON history(viewer, created, id);
CREATE INDEX history_by_number ON history(viewer, substring(number, 1, 64));
CREATE TABLE sscc(viewer uuid, number bigint, id uuid, recipient uuid NOT NULL,
  sequence bigint NOT NULL, flow smallint NOT NULL, kind smallint NOT NULL,
  is_principals boolean NOT NULL, PRIMARY KEY(viewer, number, id));
CREATE INDEX sscc_of ON sscc(viewer, id);
CREATE TABLE event(id uuid, sequence bigint DEFAULT nextval('happening'), value bytea NOT NULL,
  PRIMARY KEY(id, sequence));

CREATE TABLE feed_end(participant uuid, flow smallint, last_position bigint NOT NULL,
  PRIMARY KEY(participant, flow)) WITH (fillfactor = 50);
CREATE TABLE feed(participant uuid, flow smallint, position bigint, what smallint NOT NULL,
  id uuid NOT NULL, PRIMARY KEY(participant, flow, position));
CREATE TABLE endpoint(id uuid PRIMARY KEY, participant uuid NOT NULL, flow smallint NOT NULL,
  state smallint NOT NULL, value bytea NOT NULL, leased_until bigint NOT NULL DEFAULT 0)
  WITH (fillfactor = 50);

CREATE TABLE idempotency(participant uuid, flow smallint, path smallint, key bytea,
  payload bytea NOT NULL, at bigint NOT NULL, outcome smallint NOT NULL, made uuid NOT NULL,
  PRIMARY KEY(participant, flow, path, key));
CREATE INDEX idempotency_in_order ON idempotency(participant, at);
CREATE TABLE exchange_case(id uuid PRIMARY KEY, value bytea NOT NULL);
CREATE TABLE case_owner(owner uuid, id uuid, flow smallint NOT NULL, opened bigint NOT NULL,
  status smallint NOT NULL, PRIMARY KEY(owner, id));
CREATE INDEX case_owner_in_order ON case_owner(owner, opened, id);
CREATE TABLE case_comment(id uuid, number bigint, value bytea NOT NULL, PRIMARY KEY(id, number));
CREATE TABLE rejection(sender uuid, flow smallint, sequence bigint DEFAULT nextval('happening'),
  id uuid NOT NULL, payload bytea NOT NULL, bytes bigint NOT NULL, value bytea NOT NULL,
  PRIMARY KEY(sender, flow, sequence));
CREATE INDEX rejection_by_payload ON rejection(sender, flow, payload);
CREATE INDEX rejection_by_case ON rejection(id);

CREATE TABLE directory_entry(type smallint, key bytea, revision bigint NOT NULL,
  entry bytea NOT NULL, PRIMARY KEY(type, key));
CREATE UNIQUE INDEX directory_entry_in_order ON directory_entry(revision);
CREATE TABLE act(sequence bigint PRIMARY KEY DEFAULT nextval('happening'), at bigint NOT NULL,
  by_type smallint NOT NULL, by_id uuid NOT NULL, type smallint NOT NULL, subject uuid NOT NULL,
  detail bytea NOT NULL);
CREATE TABLE number_range(id uuid PRIMARY KEY, next bigint NOT NULL);
CREATE TABLE intent(id uuid PRIMARY KEY, steps bigint NOT NULL, value bytea NOT NULL);
CREATE TABLE seen(participant uuid, flow smallint, last_poll bigint NOT NULL,
  PRIMARY KEY(participant, flow)) WITH (fillfactor = 50);

-- An id begins with the milliseconds of its time: this month, the three behind it, and all else.
CREATE FUNCTION first_id_of(month timestamptz) RETURNS uuid LANGUAGE sql AS $$
  SELECT rpad(lpad(to_hex((extract(epoch FROM month) * 1000)::bigint), 12, '0'), 32, '0')::uuid $$;
CREATE TABLE transaction_otherwise PARTITION OF transaction DEFAULT;
CREATE TABLE history_otherwise PARTITION OF history DEFAULT;
DO $$
DECLARE
  month timestamptz := date_trunc('month', now() AT TIME ZONE 'UTC') AT TIME ZONE 'UTC';
  name text;
BEGIN
  FOR i IN 0..3 LOOP
    name := to_char(month AT TIME ZONE 'UTC', 'YYYY_MM');
    EXECUTE format('CREATE TABLE transaction_%s PARTITION OF transaction FOR VALUES FROM (%L) TO (%L)',
                   name, first_id_of(month), first_id_of(month + interval '1 month'));
    EXECUTE format('CREATE TABLE history_%s PARTITION OF history FOR VALUES FROM (%L) TO (%L)',
                   name, first_id_of(month), first_id_of(month + interval '1 month'));
    month := month + interval '1 month';
  END LOOP;
END $$;
)";

// A store that moves here: its identity, the sequence of its last effect in these tables, and the
// last sequence up to which both stores were compared. The row is deleted when the move is done.
// Until then no node opens the store.
constexpr std::string_view second = R"(
CREATE TABLE move(one smallint PRIMARY KEY CHECK (one = 1), source bytea NOT NULL,
  taken bigint NOT NULL, verified bigint NOT NULL DEFAULT 0);
)";

// Partitions by month. A new partition is made as a separate table and then attached. This locks
// readers and writers only out of the default partition. A month with rows in the default partition
// stays there.
constexpr std::string_view third = R"(
CREATE FUNCTION make_partition(whole text, month timestamptz) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  name text := whole || '_' || to_char(month AT TIME ZONE 'UTC', 'YYYY_MM');
BEGIN
  IF to_regclass(name) IS NOT NULL THEN RETURN; END IF;
  EXECUTE format('CREATE TABLE %I (LIKE %I INCLUDING ALL)', name, whole);
  EXECUTE format('ALTER TABLE %I ATTACH PARTITION %I FOR VALUES FROM (%L) TO (%L)', whole, name,
                 first_id_of(month),
                 first_id_of(((month AT TIME ZONE 'UTC') + interval '1 month') AT TIME ZONE 'UTC'));
EXCEPTION WHEN check_violation OR lock_not_available THEN NULL;
END $$;
CREATE FUNCTION drop_partition_if_empty(name text) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  has_rows boolean;
BEGIN
  EXECUTE format('SELECT EXISTS(SELECT FROM %I)', name) INTO has_rows;
  IF has_rows THEN RETURN; END IF;
  EXECUTE format('LOCK TABLE %I', name);
  EXECUTE format('SELECT EXISTS(SELECT FROM %I)', name) INTO has_rows;
  IF NOT has_rows THEN EXECUTE format('DROP TABLE %I', name); END IF;
EXCEPTION WHEN lock_not_available OR deadlock_detected THEN NULL;
END $$;
)";

// The notices for other nodes: the viewers of the last changes of a node. A row lives for a minute.
// A crash or a failover empties the table; then all viewers are notified.
constexpr std::string_view fourth = R"(
CREATE UNLOGGED TABLE notice(node uuid, number bigint, at timestamptz NOT NULL DEFAULT now(),
  viewers uuid[] NOT NULL, flows bigint[] NOT NULL, PRIMARY KEY(node, number));
)";

// The recipient of the document of a version. Nodes of the previous version do not write it, and do
// not change it when a document moves. A document that is not found there is searched for.
constexpr std::string_view fifth = "ALTER TABLE version ADD COLUMN recipient uuid";

// The ids of committed commands. A node makes the id before the first try. A node that lost the
// answer to a COMMIT finds its command here and does not repeat it. A row lives for an hour.
constexpr std::string_view sixth = R"(
CREATE TABLE command(id uuid PRIMARY KEY, at timestamptz NOT NULL DEFAULT now());
CREATE INDEX command_in_order ON command(at);
)";

// The format in which nodes write, and the nodes that serve. PostgreSQL adds the column without
// writing the row.
constexpr std::string_view seventh = R"(
ALTER TABLE network ADD COLUMN format bigint NOT NULL DEFAULT 1;
CREATE TABLE node(id uuid PRIMARY KEY, version text NOT NULL, newest_format bigint NOT NULL,
  since timestamptz NOT NULL DEFAULT now(), seen timestamptz NOT NULL DEFAULT now());
)";

// The people of the network. Their entries are in directory_entry; only their keys are here. A zero
// id: the author of the act is not a person. PostgreSQL adds the column without writing the rows.
constexpr std::string_view eighth = R"(
ALTER TABLE act ADD COLUMN by_person uuid NOT NULL DEFAULT '00000000-0000-0000-0000-000000000000';
CREATE TABLE person_key(id uuid PRIMARY KEY, key bytea NOT NULL, address bytea NOT NULL UNIQUE);
)";

// The documents that name a document with a number, for each viewer. A bit of `kinds` is a kind
// that the named document can have. Nodes of the previous version do not write it.
constexpr std::string_view ninth = R"(
CREATE TABLE reference(viewer uuid, number bytea, id uuid, kinds bigint NOT NULL,
  PRIMARY KEY(viewer, number, id));
CREATE INDEX reference_of ON reference(viewer, id);
)";

// The drafts of documents, which the nodes of the previous version do not use.
constexpr std::string_view tenth = R"(
CREATE TABLE draft(participant uuid, flow smallint, id uuid, revision bigint NOT NULL,
  updated bigint NOT NULL, head bytea NOT NULL, document bytea NOT NULL,
  PRIMARY KEY(participant, flow, id));
CREATE INDEX draft_in_order ON draft(updated);
)";

// The originals of documents, which the nodes of the previous version do not use.
constexpr std::string_view eleventh = R"(
CREATE TABLE original(id uuid, recipient uuid, form bigint NOT NULL, text bytea NOT NULL,
  PRIMARY KEY(id, recipient));
)";

struct Step {
  std::string_view sql;
  Migration shown;
};

constexpr std::array steps{
    Step{first, {.purpose = "creates the tables", .locks = ""}},
    Step{second, {.purpose = "adds the table of a move from a folder", .locks = ""}},
    Step{third, {.purpose = "adds the functions that maintain the partitions", .locks = ""}},
    Step{fourth, {.purpose = "adds the table of notices between nodes", .locks = ""}},
    Step{fifth, {.purpose = "adds the recipient to each version", .locks = "version"}},
    Step{sixth, {.purpose = "adds the table of committed commands", .locks = ""}},
    Step{seventh,
         {.purpose = "adds the format of the store, and the table of nodes", .locks = "network"}},
    Step{eighth, {.purpose = "adds the keys of people, and the person of an act", .locks = "act"}},
    Step{ninth, {.purpose = "adds the table of references between documents", .locks = ""}},
    Step{tenth, {.purpose = "adds the table of drafts", .locks = ""}},
    Step{eleventh, {.purpose = "adds the table of originals", .locks = ""}},
};

// A transaction of trade waits behind a migration that waits for a lock. After this time the
// migration lets it pass and tries again.
constexpr std::string_view lock_timeout = "SET LOCAL lock_timeout = '1s'";
constexpr const char* pause = "SELECT pg_sleep(1)";
constexpr int attempts_max = 60;
constexpr std::string_view lock_not_available = "55P03";

base::Result<std::size_t> version_of(Connection& connection) {
  TRY_ASSIGN(const Rows has,
             connection.ask({.sql = "SELECT to_regclass('migration') IS NOT NULL"}));
  if (!has.boolean(0, 0)) return 0;
  TRY_ASSIGN(const Rows rows,
             connection.ask({.sql = "SELECT coalesce(max(version), 0)::bigint FROM migration"}));
  return static_cast<std::size_t>(rows.number(0, 0));
}

// Runs the next migration, or all of them in a database without tables. Returns true if it was the
// last one.
base::Result<bool> migrate_locked(Connection& connection, std::size_t last) {
  TRY(
      connection.run("CREATE TABLE IF NOT EXISTS migration(version integer PRIMARY KEY, "
                     "at timestamptz NOT NULL)"));
  TRY_ASSIGN(const std::size_t version, version_of(connection));
  if (version >= last) return true;
  const std::size_t end = version == 0 ? last : version + 1;
  TRY(connection.run(std::string(lock_timeout)));
  for (std::size_t next = version; next < end; ++next) {
    TRY(connection.run(std::string(steps[next].sql)));
    TRY(connection.run(
        fmt::format("INSERT INTO migration VALUES({}, current_timestamp)", next + 1)));
  }
  const bool is_new = version == 0 && last == steps.size();
  if (is_new) {
    TRY(connection.run(fmt::format("UPDATE network SET format = {}", exchange::newest_format)));
  }
  return end == last;
}

base::Result<bool> migrate_once(Connection& connection, std::size_t last) {
  TRY(connection.run("BEGIN; SET LOCAL client_min_messages = warning"));
  TRY(connection.run(lock));
  auto is_done = migrate_locked(connection, last);
  const auto ended = connection.run(is_done ? "COMMIT" : "ROLLBACK");
  if (!ended) return base::refuse(ended.error());
  return is_done;
}

}  // namespace

std::size_t newest_version() {
  return steps.size();
}

base::Error tables_too_new() {
  return {base::ErrorCode::too_new,
          base::CallerText("The database was written by a newer version of tradepost. Start that "
                           "version.")};
}

base::Result<exchange::StoreFormat> format_of(Connection& connection) {
  TRY_ASSIGN(const Rows has, connection.ask({.sql = "SELECT to_regclass('node') IS NOT NULL"}));
  if (!has.boolean(0, 0)) return exchange::first_format;
  TRY_ASSIGN(const Rows rows, connection.ask({.sql = "SELECT format FROM network"}));
  return static_cast<exchange::StoreFormat>(rows.number(0, 0));
}

base::Result<std::vector<Migration>> due_migrations(Connection& connection) {
  TRY_ASSIGN(const std::size_t version, version_of(connection));
  std::vector<Migration> due;
  for (std::size_t next = version; next < steps.size(); ++next) {
    due.push_back(steps[next].shown);
    due.back().number = next + 1;
  }
  return due;
}

base::Done migrate(Connection& connection, std::size_t last) {
  TRY_ASSIGN(const exchange::StoreFormat format, format_of(connection));
  if (format > exchange::newest_format) return base::refuse(tables_too_new());
  int attempts = 0;
  for (;;) {
    const auto is_done = migrate_once(connection, last);
    if (is_done && *is_done) return {};
    if (is_done) continue;
    const bool may_try_again = connection.failed_state() == lock_not_available;
    if (!may_try_again || ++attempts == attempts_max) return base::refuse(is_done.error());
    TRY(connection.ask({.sql = pause}));
  }
}

}  // namespace tradepost::store::postgres
