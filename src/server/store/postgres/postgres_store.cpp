#include "store/postgres/postgres_store.hpp"

#include <utility>

#include "database/address.hpp"
#include "store/postgres/moving/leaving.hpp"
#include "store/postgres/node/partitions.hpp"
#include "store/postgres/node/shared_key.hpp"
#include "store/postgres/tables/schema.hpp"

namespace tradepost::store::postgres {
namespace {

// The state in which the last process left the network.
struct LastState {
  std::uint64_t epoch = 0;
  Node::Resumption instants;
};

base::Result<LastState> read_last_state(database::Connection& connection) {
  TRY_ASSIGN(
      const database::Rows rows,
      connection.ask({.sql = "SELECT (SELECT epoch FROM network), last_instant, "
                             "(SELECT max(i) FROM (SELECT last_instant AS i FROM queue UNION ALL "
                             "SELECT last_instant FROM network) AS all_of_them) "
                             "FROM (SELECT last_instant, last_commit FROM queue UNION ALL "
                             "SELECT last_instant, last_commit FROM network) AS commits "
                             "ORDER BY last_commit DESC LIMIT 1"}));
  return LastState{.epoch = static_cast<std::uint64_t>(rows.number(0, 0)),
                   .instants = {.instant_of_last_commit = base::instant_of(rows.number(0, 1)),
                                .latest_instant = base::instant_of(rows.number(0, 2))}};
}

}  // namespace

base::Result<std::unique_ptr<PostgresStore>> PostgresStore::open(const base::Clock& clock,
                                                                 PostgresOptions options) {
  TRY(database::check_address(options.link.database.address));
  TRY_ASSIGN(const auto connection, database::Connection::open(options.link.database));
  TRY(migrate(*connection));
  // The row of a move from a folder exists until all of its documents are here.
  TRY_ASSIGN(const database::Rows moves, connection->ask({.sql = "SELECT source FROM move"}));
  if (moves.count() != 0 && options.half_moved == HalfMoved::refused) {
    return base::refuse(is_moving(moves.bytes(0, 0)));
  }
  TRY(tend_partitions(*connection, clock.now()));
  TRY_ASSIGN(const LastState last, read_last_state(*connection));
  Start start{.epoch = last.epoch, .membership = {}, .broadcast = {}};
  TRY_ASSIGN(start.broadcast, ChangeBroadcast::start(*connection));
  if (options.version) {
    TRY_ASSIGN(start.membership,
               Membership::join(*connection, start.broadcast.self, *options.version));
  }
  std::unique_ptr<PostgresStore> store(
      new PostgresStore(clock, std::move(options), std::move(start)));
  store->node_.resume(last.instants);
  return store;
}

PostgresStore::PostgresStore(const base::Clock& clock, PostgresOptions options, Start start)
    : options_(std::move(options)),
      epoch_(start.epoch),
      node_(clock),
      broadcast_(node_, options_.changes, std::move(start.broadcast)),
      carried_pages_(options_.link.database, node_),
      watcher_(options_.link,
               {.poll_interval = options_.poll_interval,
                .log = options_.log,
                .on_failure = options_.on_failure},
               node_, broadcast_, std::move(start.membership), ending_),
      notifier_(options_.link, ending_, watcher_),
      // Keeps a reference to the pools, which are last: their threads use the members above.
      commands_({.node = node_,
                 .watcher = watcher_,
                 .notifier = notifier_,
                 .broadcast = broadcast_,
                 .changes = options_.changes,
                 .pools = pools_},
                options_),
      reads_(commands_, options_),
      person_keys_(reads_, pools_.usual),
      drafts_(reads_, pools_.usual),
      pools_(options_, ending_) {}

PostgresStore::~PostgresStore() {
  ending_.begin();
}

base::Result<base::SealKey> PostgresStore::shared_key(const std::optional<base::SealKey>& of_file,
                                                      base::Random& random) {
  TRY_ASSIGN(const auto connection, database::Connection::open(options_.link.database));
  return postgres::shared_key(*connection, of_file, random);
}

base::Result<exchange::StoreFormat> PostgresStore::format() const {
  TRY_ASSIGN(const auto connection, database::Connection::open(options_.link.database));
  return format_of(*connection);
}

base::Done PostgresStore::raise_format(std::chrono::seconds serving_for) {
  constexpr std::chrono::seconds answered_within{10};
  TRY_ASSIGN(const auto connection, database::Connection::open(options_.link.database));
  connection->ask_until(std::chrono::steady_clock::now() + answered_within);
  return postgres::raise_format(*connection, options_.version.value().newest_format, serving_for);
}

}  // namespace tradepost::store::postgres
