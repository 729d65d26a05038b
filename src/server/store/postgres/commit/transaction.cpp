#include "store/postgres/commit/transaction.hpp"

#include <algorithm>
#include <array>
#include <set>
#include <string_view>
#include <utility>

#include "store/postgres/commit/writes.hpp"
#include "store/postgres/tables/columns.hpp"

namespace tradepost::store::postgres {

using database::List;
using database::Parameters;
using database::Rows;
using database::Statement;
using enum database::Type;

namespace {

// Limits that the server enforces on a statement that waits for a lock or hangs, and on a
// transaction of a paused node, before other nodes give up their wait for its locks. A COMMIT has
// no limit, because its outcome would be unknown.
constexpr std::string_view bounds =
    "SELECT set_config('statement_timeout', '20s', true), set_config('lock_timeout', '10s', true), "
    "set_config('idle_in_transaction_session_timeout', '5s', true)";
// A batch of several commands has a shorter lock timeout, because the lock wait of one command
// delays the others.
constexpr std::string_view bounds_of_several =
    "SELECT set_config('statement_timeout', '20s', true), set_config('lock_timeout', '2s', true), "
    "set_config('idle_in_transaction_session_timeout', '5s', true)";
constexpr std::string_view no_bounds = "SELECT set_config('statement_timeout', '0', true)";

// The error (logarithm of zero) of locking() of keys if another commit has one of them. The later
// statements of the round trip, which would wait for that commit, are then skipped.
constexpr std::string_view key_running = "2201E";

Outcome outcome_of(std::string_view failed_state) {
  constexpr std::array<std::string_view, 4> overtaking{"23505", "40001", "40P01", key_overtaken};
  if (std::ranges::find(overtaking, failed_state) != overtaking.end()) return Outcome::overtaken;
  return failed_state == key_running ? Outcome::key_running : Outcome::failed;
}

Statement locking(const std::map<QueueName, std::uint32_t>& queues, exchange::Instant now,
                  exchange::Instant fell_from) {
  Columns<uuid, bigint, bigint> columns;
  for (const auto& [queue, count] : queues)
    columns.add(queue.participant.uuid(), number_of(queue.flow), count);
  return {.sql =
              "INSERT INTO queue AS known(recipient, flow, last_position, last_instant) "
              "SELECT recipient, flow, positions, $4 "
              "FROM unnest($1, $2, $3) AS wanted(recipient, flow, positions) "
              "ON CONFLICT (recipient, flow) DO UPDATE "
              "SET last_position = known.last_position + excluded.last_position, "
              "last_instant = CASE WHEN known.last_instant <= $5 THEN excluded.last_instant "
              "ELSE greatest(known.last_instant, excluded.last_instant) END, "
              "last_commit = excluded.last_commit "
              "RETURNING recipient, flow::bigint, last_position, last_instant",
          .parameters =
              std::move(columns).parameters().number(number_of(now)).number(number_of(fell_from))};
}

Statement locking(const std::set<std::int64_t>& keys) {
  List names(bigint);
  for (const std::int64_t key : keys) names.add(key);
  return {.sql =
              "SELECT ln(min(CASE WHEN pg_try_advisory_xact_lock(key) THEN 1 ELSE 0 END)) "
              "FROM unnest($1) AS key",
          .parameters = Parameters().list(std::move(names))};
}

// Takes the locks in the order of their numbers, which is the same on every node.
Statement locking(const std::set<ChainName>& chains) {
  std::set<std::int64_t> numbers;
  for (const ChainName& chain : chains) numbers.insert(lock_of(chain));
  List locks(bigint);
  for (const std::int64_t number : numbers) locks.add(number);
  return {.sql = "SELECT count(pg_advisory_xact_lock(chain)) FROM unnest($1) AS chain",
          .parameters = Parameters().list(std::move(locks))};
}

}  // namespace

Transaction::Transaction(database::Connection& connection, Node& node, const Locks& locks)
    : connection_(connection), node_(node), locks_(locks), wanted_(locks) {}

Transaction::~Transaction() {
  const bool was_sent = outcome_ == Outcome::committed || outcome_ == Outcome::unknown;
  if (!begun_ || was_sent || !connection_.is_alive()) return;
  if (!connection_.run("ROLLBACK")) return;  // a broken connection fails at its next use
}

// Adds the statements before the locks of the chains.
void Transaction::add_beginning(Pipeline& pipeline, std::size_t commands) {
  begun_ = node_.instant_behind({});
  pipeline.add({.sql = "BEGIN"});
  pipeline.add({.sql = commands > 1 ? bounds_of_several : bounds});
  if (!locks_.keys.empty()) pipeline.add(locking(locks_.keys));
  pipeline.add({.sql = locks_.directory ? "SELECT pg_advisory_xact_lock(29808, 2)"
                                        : "SELECT pg_advisory_xact_lock_shared(29808, 2)"});
  if (locks_.queues.empty()) return;
  pipeline.add(locking(locks_.queues, *begun_, node_.fell_from()),
               [this](const Rows& rows) { take_ends(rows); });
}

void Transaction::take_ends(const Rows& rows) {
  for (std::size_t i = 0; i < rows.count(); ++i) {
    const QueueName queue{.participant = exchange::ParticipantId(rows.uuid(i, 0)),
                          .flow = static_cast<exchange::Flow>(rows.number(i, 1))};
    const auto end = static_cast<std::uint64_t>(rows.number(i, 2));
    node_.note_found(queue, end - locks_.queues.at(queue));
    ends_[queue] = end;
    last_ = std::max(last_, base::instant_of(rows.number(i, 3)));
  }
}

void Transaction::lock_queues(std::size_t commands) {
  Pipeline pipeline;
  add_beginning(pipeline, commands);
  ask(pipeline);
}

void Transaction::join(const Locks& more) {
  locks_.keys.insert(more.keys.begin(), more.keys.end());
  locks_.chains.insert(more.chains.begin(), more.chains.end());
}

void Transaction::begin(std::size_t commands, const std::function<void(Pipeline&)>& add_reads) {
  exchange::Revision revision = 0;
  Pipeline pipeline;
  if (!begun_) {
    add_beginning(pipeline, commands);
  } else {
    if (commands > 1) pipeline.add({.sql = bounds_of_several});
    if (!locks_.keys.empty()) pipeline.add(locking(locks_.keys));
  }
  if (!locks_.chains.empty()) pipeline.add(locking(locks_.chains));
  pipeline.add({.sql = "SELECT coalesce((SELECT max(revision) FROM directory_entry), 0), "
                       "EXISTS(SELECT FROM intent)"},
               [&](const Rows& rows) {
                 revision = static_cast<exchange::Revision>(rows.number(0, 0));
                 has_intents_ = rows.boolean(0, 1);
               });
  add_reads(pipeline);
  ask(pipeline);
  if (error_) return;
  now_ = node_.instant_behind(last_);
  auto directory = node_.directory(connection_, revision);
  if (!directory) return fail(std::move(directory).error());
  directory_ = *std::move(directory);
}

void Transaction::next(const Locks& wanted) {
  wanted_ = wanted;
  if (outcome_ == Outcome::lock_missing) outcome_ = Outcome::open;
}

void Transaction::ask(const Pipeline& pipeline) {
  if (error_ || pipeline.is_empty()) return;
  if (auto done = pipeline.ask(connection_); !done) fail(std::move(done).error());
}

Rows Transaction::ask(const Statement& statement) {
  if (error_) return {};
  auto rows = connection_.ask(statement);
  if (rows) return *std::move(rows);
  fail(std::move(rows).error());
  return {};
}

// A command that lacks a lock is tried again even if a statement fails after that. Its facts are
// made of an empty directory if begin() has read none.
void Transaction::fail(base::Error error) {
  error_ = std::move(error);
  if (!directory_) directory_ = exchange::Directory::empty();
  const Outcome outcome =
      connection_.is_alive() ? outcome_of(connection_.failed_state()) : Outcome::failed;
  if (outcome == Outcome::overtaken || is_open()) outcome_ = outcome;
}

void Transaction::note_missing_lock() {
  if (is_open()) outcome_ = Outcome::lock_missing;
}

void Transaction::need(const QueueName& queue) {
  if (locks_.is_only_user) return;
  wanted_.queues.try_emplace(queue);
  if (!locks_.queues.contains(queue)) note_missing_lock();
}

void Transaction::need(const ChainName& chain) {
  if (locks_.is_only_user) return;
  if (wanted_.chains.insert(chain).second) note_missing_lock();
}

void Transaction::need_directory() {
  if (locks_.is_only_user) return;
  wanted_.directory = true;
  if (!locks_.directory) note_missing_lock();
}

std::uint64_t Transaction::take_position(const QueueName& queue) {
  const auto held = locks_.queues.find(queue);
  if (held == locks_.queues.end()) {
    // The next try locks as many positions as this one has counted by its end.
    note_missing_lock();
    return ++wanted_.queues[queue];
  }
  const std::uint32_t taken = ++taken_[queue];
  if (taken > held->second) {
    note_missing_lock();
    wanted_.queues[queue] = std::max(wanted_.queues[queue], taken);
  }
  return ends_[queue] - held->second + taken;
}

bool Transaction::commit(std::vector<Statement> statements) {
  statements.push_back({.sql = no_bounds});
  // Called before the COMMIT, because the next commit of this node may find the new position right
  // after it.
  for (const auto& [queue, end] : ends_) node_.note_left(queue, end);
  auto committed = connection_.commit(statements);
  if (!committed) {
    fail(std::move(committed).error());
    return false;
  }
  outcome_ = *committed ? Outcome::committed : Outcome::unknown;
  return *committed;
}

}  // namespace tradepost::store::postgres
