#include "store/postgres/moving/filling.hpp"

#include <string_view>
#include <utility>

#include "base/crypto/sha256.hpp"
#include "database/address.hpp"
#include "store/postgres/commit/commit.hpp"
#include "store/postgres/moving/move_lock.hpp"
#include "store/postgres/tables/person_key_rows.hpp"
#include "store/postgres/tables/schema.hpp"

namespace tradepost::store::postgres {

using database::Connection;
using database::List;
using database::Parameters;
using database::Rows;

namespace {

// The first commit of a node leaves a row in one of these tables.
constexpr std::string_view is_used =
    "SELECT EXISTS(SELECT FROM transaction) OR EXISTS(SELECT FROM directory_entry) "
    "OR EXISTS(SELECT FROM exchange_case) OR EXISTS(SELECT FROM queue) OR EXISTS(SELECT FROM act)";

base::Error conflict(std::string text) {
  return {base::ErrorCode::conflict, base::CallerText(std::move(text))};
}

}  // namespace

base::Result<std::unique_ptr<Filling>> Filling::open(const base::Clock& clock,
                                                     const database::Options& database,
                                                     const MoveSource& source) {
  TRY(database::check_address(database.address));
  TRY_ASSIGN(auto connection, Connection::open(database));
  std::unique_ptr<Filling> filling(new Filling(clock, std::move(connection)));
  TRY(filling->begin(source));
  return filling;
}

base::Done Filling::begin(const MoveSource& source) {
  TRY(migrate(*connection_));
  TRY(lock_moves(*connection_));
  TRY_ASSIGN(const Rows moves,
             connection_->ask({.sql = "SELECT source, taken, verified, last_instant "
                                      "FROM move, network"}));
  if (moves.count() != 0) {
    if (moves.bytes(0, 0) != source.identity) {
      return base::refuse(
          conflict("The database has a part of another network, whose move was not "
                   "finished. Use an empty database."));
    }
    taken_ = static_cast<std::uint64_t>(moves.number(0, 1));
    verified_ = static_cast<std::uint64_t>(moves.number(0, 2));
    last_instant_ = base::instant_of(moves.number(0, 3));
    return {};
  }
  TRY_ASSIGN(const Rows used, connection_->ask({.sql = is_used}));
  if (used.boolean(0, 0)) {
    return base::refuse(conflict("The database has a network. Use an empty database."));
  }
  TRY(connection_->ask(
      {.sql = "WITH begun AS (UPDATE network SET epoch = $2) "
              "INSERT INTO move VALUES(1, $1, 0, 0)",
       .parameters =
           Parameters().bytes(source.identity).number(static_cast<std::int64_t>(source.epoch))}));
  return {};
}

base::Done Filling::take(std::span<const std::pair<std::uint64_t, exchange::Effect>> effects) {
  if (effects.empty()) return {};
  exchange::Instant last_instant = last_instant_;
  for (const auto& [sequence, effect] : effects) {
    last_instant = exchange::last_instant_after(effect, last_instant);
  }
  Commit commit(*connection_, node_, {.is_only_user = true});
  const Transaction& transaction = commit.transaction;
  commit.begin();
  if (!transaction.error()) commit.effects.expect_moved(effects, last_instant);
  for (const auto& [sequence, effect] : effects) {
    if (!transaction.error()) commit.effects.keep_moved(sequence, effect);
  }
  if (transaction.error() || !commit.finish()) {
    return base::refuse(transaction.error().value_or(
        base::Error(base::ErrorCode::unavailable,
                    base::CallerText("The database did not confirm a part of the move. Run the "
                                     "move again: it continues with that part."))));
  }
  taken_ = effects.back().first;
  last_instant_ = last_instant;
  return {};
}

base::Done Filling::note_verified(std::uint64_t sequence) {
  TRY(connection_->ask({.sql = "UPDATE move SET verified = $1",
                        .parameters = Parameters().number(static_cast<std::int64_t>(sequence))}));
  verified_ = sequence;
  return {};
}

base::Done Filling::take_person_keys(std::span<const exchange::PersonKey> keys) {
  List people(database::Type::uuid);
  List seal_keys(database::Type::bytea);
  List addresses(database::Type::bytea);
  for (const exchange::PersonKey& key : keys) {
    people.add(key.person.uuid());
    seal_keys.add(view_of(key.key));
    addresses.add(view_of(key.address));
  }
  TRY(connection_->run("DELETE FROM person_key"));
  TRY(connection_->ask({.sql = "INSERT INTO person_key SELECT * FROM unnest($1, $2, $3)",
                        .parameters = Parameters()
                                          .list(std::move(people))
                                          .list(std::move(seal_keys))
                                          .list(std::move(addresses))}));
  return {};
}

base::Done Filling::finish(const std::optional<base::SealKey>& key) {
  if (key) {
    const std::string_view bytes(reinterpret_cast<const char*>(key->data()), key->size());
    const exchange::Digest digest = base::sha256(bytes);
    TRY(connection_->ask(
        {.sql = "INSERT INTO shared_key VALUES(1, $1, $2) ON CONFLICT (one) DO NOTHING",
         .parameters = Parameters().bytes(view_of(digest)).bytes(bytes)}));
  }
  // No number is used twice: positions also continue after the last sequence. A queue whose last
  // document was reported or moved long ago may have no row here, but cursors with its positions
  // exist.
  return connection_->run(
      "BEGIN; "
      "INSERT INTO queue(recipient, flow, last_position, last_instant, last_commit) "
      "SELECT encode(key, 'hex')::uuid, flow, taken, 0, 0 "
      "FROM directory_entry, (VALUES (1), (2)) AS flows(flow), move WHERE type = 0 "
      "ON CONFLICT (recipient, flow) DO UPDATE "
      "SET last_position = greatest(queue.last_position, excluded.last_position); "
      "INSERT INTO feed_end SELECT encode(key, 'hex')::uuid, flow, taken "
      "FROM directory_entry, (VALUES (1), (2)) AS flows(flow), move WHERE type = 0 "
      "ON CONFLICT (participant, flow) DO UPDATE "
      "SET last_position = greatest(feed_end.last_position, excluded.last_position); "
      "SELECT setval('happening', greatest((SELECT last_value FROM happening), "
      "(SELECT taken FROM move)) + 1); "
      "DELETE FROM move; COMMIT");
}

}  // namespace tradepost::store::postgres
