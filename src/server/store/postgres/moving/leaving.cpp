#include "store/postgres/moving/leaving.hpp"

#include <algorithm>

#include "base/ground/check.hpp"
#include "database/address.hpp"
#include "store/postgres/moving/move_lock.hpp"
#include "store/postgres/tables/person_key_rows.hpp"
#include "store/postgres/tables/schema.hpp"

namespace tradepost::store::postgres {

using database::Connection;
using database::Parameters;
using database::Rows;

namespace {

// Values of `move.source`, in which a filling stores the identity of its source.
constexpr std::string_view leaves = "leaves for a folder";
constexpr std::string_view has_left = "has left for ";

// No commit is under way while the lock of the directory is held. The constraint keeps existing
// rows and rejects every INSERT and UPDATE. Nodes could not finish an intent then, and their reads
// would wait for it, so there must be none. PostgreSQL locks each table separately, and a reader of
// two tables may cause a deadlock; then the statement is tried again.
constexpr std::string_view close = R"(
BEGIN;
SET LOCAL lock_timeout = '5s';
SELECT pg_advisory_xact_lock(29808, 2);
INSERT INTO move VALUES(1, 'leaves for a folder', 0, 0);
DO $$
DECLARE
  name text;
BEGIN
  IF EXISTS(SELECT FROM intent) THEN
    RAISE 'work is under way';
  END IF;
  FOR name IN SELECT relname FROM pg_class WHERE relnamespace = current_schema()::regnamespace
    AND relkind IN ('r', 'p') AND NOT relispartition AND relname NOT IN ('move', 'migration')
    ORDER BY relname LOOP
    EXECUTE format('ALTER TABLE %I ADD CONSTRAINT its_network_leaves CHECK (false) NOT VALID', name);
  END LOOP;
END $$;
COMMIT)";

// A running node finds no table, so it refuses its next read. Participants and tokens are in its
// memory; it refuses those requests as soon as it cannot read its directory.
constexpr std::string_view hide = R"(
DO $$
DECLARE
  name text;
BEGIN
  FOR name IN SELECT relname FROM pg_class WHERE relnamespace = current_schema()::regnamespace
    AND relkind IN ('r', 'p') AND NOT relispartition AND relname NOT IN ('move', 'migration')
    ORDER BY relname LOOP
    EXECUTE format('ALTER TABLE %I RENAME TO %I', name, name || '_that_left');
  END LOOP;
END $$)";

constexpr std::string_view open_again = R"(
BEGIN;
DO $$
DECLARE
  name text;
BEGIN
  FOR name IN SELECT relname FROM pg_class JOIN pg_constraint ON conrelid = pg_class.oid
    WHERE relnamespace = current_schema()::regnamespace AND NOT relispartition
    AND conname = 'its_network_leaves' ORDER BY relname LOOP
    EXECUTE format('ALTER TABLE %I DROP CONSTRAINT its_network_leaves', name);
  END LOOP;
END $$;
DELETE FROM move;
COMMIT)";

constexpr int tries = 5;

base::Error is_at_work() {
  return {base::ErrorCode::unavailable,
          base::CallerText("Documents are being moved to another participant, or given back. Run "
                           "this command again.")};
}

base::Error conflict(std::string text) {
  return {base::ErrorCode::conflict, base::CallerText(std::move(text))};
}

}  // namespace

base::Error is_moving(std::string_view source) {
  if (source == leaves) {
    return conflict(
        "The network of the database is being moved to a folder. Finish it with tradepost migrate, "
        "or give it up with tradepost migrate --give-up.");
  }
  if (source.starts_with(has_left)) {
    return conflict("The network of the database was moved to a folder.");
  }
  return conflict("A network is being moved into the database. Finish it with tradepost migrate.");
}

base::Result<std::unique_ptr<Leaving>> Leaving::begin(const database::Options& database) {
  return open(database, Tables::closed_now);
}

base::Result<std::unique_ptr<Leaving>> Leaving::resume(const database::Options& database) {
  return open(database, Tables::closed_before);
}

base::Result<std::unique_ptr<Leaving>> Leaving::open(const database::Options& database,
                                                     Tables tables) {
  TRY(database::check_address(database.address));
  TRY_ASSIGN(auto connection, Connection::open(database));
  std::unique_ptr<Leaving> leaving(new Leaving(std::move(connection)));
  TRY(leaving->open(tables));
  return leaving;
}

base::Done Leaving::open(Tables tables) {
  TRY(migrate(*connection_));
  TRY(lock_moves(*connection_));
  TRY_ASSIGN(const Rows moves, connection_->ask({.sql = "SELECT source FROM move"}));
  if (moves.count() == 0) {
    if (tables == Tables::closed_before) {
      return base::refuse(conflict("The network of the database is not being moved."));
    }
    TRY(close_tables());
  } else if (const std::string_view source = moves.bytes(0, 0); source.starts_with(has_left)) {
    left_for_ = source.substr(has_left.size());
    return {};
  } else if (source != leaves) {
    return base::refuse(is_moving(source));
  }
  TRY_ASSIGN(const Rows rows,
             connection_->ask({.sql = "SELECT epoch, greatest((SELECT last_value FROM happening), "
                                      "(SELECT max(last_position) FROM queue), "
                                      "(SELECT max(last_position) FROM feed_end), "
                                      "(SELECT max(sequence) FROM act)) + 1 FROM network"}));
  epoch_ = static_cast<std::uint64_t>(rows.number(0, 0));
  next_number_ = static_cast<std::uint64_t>(rows.number(0, 1));
  return {};
}

base::Done Leaving::close_tables() {
  TRY_ASSIGN(const Rows used,
             connection_->ask({.sql = "SELECT EXISTS(SELECT FROM directory_entry)"}));
  if (!used.boolean(0, 0)) return base::refuse(conflict("The database has no network."));
  for (int i = 1;; ++i) {
    auto done = connection_->run(std::string(close));
    if (done || i == tries || !connection_->is_alive()) return done;
    TRY(connection_->run("ROLLBACK"));
    TRY_ASSIGN(const Rows begun, connection_->ask({.sql = "SELECT EXISTS(SELECT FROM intent)"}));
    if (begun.boolean(0, 0)) return base::refuse(is_at_work());
  }
}

base::Result<std::optional<base::SealKey>> Leaving::shared_key() {
  TRY_ASSIGN(const Rows rows, connection_->ask({.sql = "SELECT key FROM shared_key"}));
  if (rows.count() == 0 || rows.is_null(0, 0)) return std::optional<base::SealKey>();
  const std::string_view stored = rows.bytes(0, 0);
  base::SealKey key;
  CHECK(stored.size() == key.size());
  std::ranges::transform(stored, key.begin(),
                         [](char byte) { return static_cast<std::uint8_t>(byte); });
  return std::optional(key);
}

base::Result<std::vector<exchange::PersonKey>> Leaving::person_keys() {
  TRY_ASSIGN(const Rows rows, connection_->ask({.sql = "SELECT id, key, address FROM person_key"}));
  std::vector<exchange::PersonKey> keys;
  for (std::size_t row = 0; row < rows.count(); ++row) keys.push_back(person_key_of(rows, row));
  return keys;
}

base::Done Leaving::finish(std::string_view identity) {
  TRY(connection_->run("BEGIN"));
  TRY(connection_->run(std::string(hide)));
  TRY(connection_->ask(
      {.sql = "UPDATE move SET source = $1, taken = 1",
       .parameters = Parameters().bytes(std::string(has_left) + std::string(identity))}));
  TRY(connection_->run("COMMIT"));
  left_for_ = identity;
  return {};
}

base::Done Leaving::give_up() {
  if (left_for_) return base::refuse(is_moving(has_left));
  return connection_->run(std::string(open_again));
}

}  // namespace tradepost::store::postgres
