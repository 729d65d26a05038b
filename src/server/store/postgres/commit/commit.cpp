#include "store/postgres/commit/commit.hpp"

#include <algorithm>
#include <array>
#include <memory>
#include <utility>

#include "base/ground/check.hpp"
#include "store/postgres/tables/stored.hpp"

namespace tradepost::store::postgres {

using database::List;
using database::Parameters;
using database::Rows;
using database::Statement;
using database::Type;

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

bool is_overtaking(std::string_view state) {
  constexpr std::array<std::string_view, 4> states{"23505", "40001", "40P01", key_overtaken};
  return std::ranges::find(states, state) != states.end();
}

Statement locking(const std::map<QueueName, std::uint32_t>& queues, exchange::Instant now,
                  exchange::Instant fell_from) {
  List recipients(Type::uuid);
  List flows(Type::bigint);
  List positions(Type::bigint);
  for (const auto& [queue, count] : queues) {
    recipients.add(queue.participant.uuid());
    flows.add(number_of(queue.flow));
    positions.add(std::int64_t{count});
  }
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
          .parameters = Parameters()
                            .list(std::move(recipients))
                            .list(std::move(flows))
                            .list(std::move(positions))
                            .number(number_of(now))
                            .number(number_of(fell_from))};
}

Statement locking(const std::set<std::int64_t>& keys) {
  List names(Type::bigint);
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
  List locks(Type::bigint);
  for (const std::int64_t number : numbers) locks.add(number);
  return {.sql = "SELECT count(pg_advisory_xact_lock(chain)) FROM unnest($1) AS chain",
          .parameters = Parameters().list(std::move(locks))};
}

}  // namespace

Commit::Commit(database::Connection& connection, Node& node, const Locks& locks)
    : connection_(connection), node_(node), locks_(locks), wanted_(locks) {}

Commit::~Commit() {
  if (!is_begun_ || !connection_.is_alive()) return;
  if (!connection_.run("ROLLBACK")) return;  // a broken connection fails at its next use
}

// Adds the statements before the locks of the chains.
void Commit::add_beginning(Questions& questions, std::size_t commands) {
  is_begun_ = true;
  begun_ = node_.instant_behind({});
  questions.add({.sql = "BEGIN"});
  questions.add({.sql = commands > 1 ? bounds_of_several : bounds});
  if (!locks_.keys.empty()) questions.add(locking(locks_.keys));
  questions.add({.sql = locks_.directory ? "SELECT pg_advisory_xact_lock(29808, 2)"
                                         : "SELECT pg_advisory_xact_lock_shared(29808, 2)"});
  if (locks_.queues.empty()) return;
  questions.add(locking(locks_.queues, begun_, node_.fell_from()), [this](const Rows& rows) {
    for (std::size_t i = 0; i < rows.count(); ++i) {
      const QueueName queue{.participant = exchange::ParticipantId(rows.uuid(i, 0)),
                            .flow = static_cast<exchange::Flow>(rows.number(i, 1))};
      const auto end = static_cast<std::uint64_t>(rows.number(i, 2));
      const std::uint64_t before = end - locks_.queues.at(queue);
      node_.note_found(queue, before);
      ends_[queue] = end;
      next_positions_[queue] = before + 1;
      last_ = std::max(last_, base::instant_of(rows.number(i, 3)));
    }
  });
}

void Commit::lock_queues(std::size_t commands) {
  Questions questions;
  add_beginning(questions, commands);
  ask(questions);
}

void Commit::join(const Locks& more) {
  is_joined_ = true;
  locks_.keys.insert(more.keys.begin(), more.keys.end());
  locks_.chains.insert(more.chains.begin(), more.chains.end());
}

void Commit::begin(const Sought& sought) {
  exchange::Revision revision = 0;
  Questions questions;
  if (!is_begun_) add_beginning(questions, sought.count());
  if (is_joined_ && sought.count() > 1) questions.add({.sql = bounds_of_several});
  if (is_joined_ && !locks_.keys.empty()) questions.add(locking(locks_.keys));
  if (!locks_.chains.empty()) questions.add(locking(locks_.chains));
  questions.add({.sql = "SELECT coalesce((SELECT max(revision) FROM directory_entry), 0), "
                        "EXISTS(SELECT FROM intent)"},
                [&](const Rows& rows) {
                  revision = static_cast<exchange::Revision>(rows.number(0, 0));
                  has_intents_ = rows.boolean(0, 1);
                });
  add_facts(questions, sought);
  ask(questions);
  if (error_) return;
  now_ = node_.instant_behind(last_);
  auto directory = node_.directory(connection_, revision);
  if (!directory) {
    error_ = std::move(directory).error();
    return fail();
  }
  directory_ = *std::move(directory);
  ask_more_facts(sought);
}

void Commit::next(const Locks& wanted) {
  wanted_ = wanted;
  is_short_ = false;
}

void Commit::ask(const Questions& questions) {
  if (error_) return;
  auto done = questions.ask(connection_);
  if (done) return;
  error_ = std::move(done).error();
  fail();
}

Rows Commit::ask(Statement statement) {
  if (error_) return {};
  auto rows = connection_.ask(statement);
  if (rows) return *std::move(rows);
  error_ = std::move(rows).error();
  fail();
  return {};
}

void Commit::fail() {
  if (!directory_) directory_ = exchange::Directory::empty();
  if (!connection_.is_alive()) return;
  is_overtaken_ = is_overtaken_ || is_overtaking(connection_.failed_state());
  is_key_running_ = connection_.failed_state() == key_running;
}

void Commit::need(const QueueName& queue, std::uint32_t positions) {
  if (moved_as_) return;
  const auto held = locks_.queues.find(queue);
  auto& wanted = wanted_.queues[queue];
  wanted = std::max(wanted, positions);
  if (held == locks_.queues.end() || held->second < positions) is_short_ = true;
}

void Commit::need(const ChainName& chain) {
  if (moved_as_) return;
  if (wanted_.chains.insert(chain).second) is_short_ = true;
}

void Commit::need_directory() {
  if (moved_as_) return;
  wanted_.directory = true;
  if (!locks_.directory) is_short_ = true;
}

std::uint64_t Commit::take_position(const QueueName& queue) {
  if (moved_as_) return writes_.moved.queue_ends[queue] = *moved_as_;
  const auto held = locks_.queues.find(queue);
  if (held == locks_.queues.end()) {
    // The next try locks as many positions as this one has counted by its end.
    is_short_ = true;
    return ++wanted_.queues[queue];
  }
  const std::uint64_t next = next_positions_[queue]++;
  const auto taken = ++taken_[queue];
  if (taken > held->second) {
    is_short_ = true;
    wanted_.queues[queue] = std::max(wanted_.queues[queue], taken);
  }
  return next;
}

void Commit::load_cases(std::span<const CaseId> ids) {
  const Statement statement = cases_statement(ids);
  if (!statement.sql.empty()) take_cases(ask(statement));
}

// Skips cases that are known. Returns a statement without SQL if all are.
Statement Commit::cases_statement(std::span<const CaseId> ids) {
  List wanted(Type::uuid);
  bool has_any = false;
  for (const CaseId id : ids) {
    if (!cases_.try_emplace(id).second) continue;
    has_any = true;
    wanted.add(id.uuid());
  }
  if (!has_any) return {};
  return {.sql = "SELECT value FROM exchange_case WHERE id = ANY($1) ORDER BY id FOR UPDATE",
          .parameters = Parameters().list(std::move(wanted))};
}

void Commit::take_cases(const Rows& found) {
  for (std::size_t i = 0; i < found.count(); ++i) {
    auto value = std::make_shared<const exchange::Case>(read<exchange::Case>(found.bytes(i, 0)));
    cases_[value->id].now = std::move(value);
  }
}

exchange::CasePtr Commit::find_case(CaseId id) {
  load_cases({&id, 1});
  return cases_[id].now;
}

exchange::CasePtr Commit::open_case(const std::optional<CaseId>& id) {
  exchange::CasePtr found = id ? find_case(*id) : nullptr;
  return found && found->status == exchange::CaseStatus::open ? found : nullptr;
}

Changed Commit::changed() const {
  using exchange::ChangeViewer;
  Changed changed{.delivered_to = delivered_to_};
  auto& viewers = changed.viewers;
  for (const auto& [id, row] : rows_) {
    if (!row.has_changed()) continue;
    viewers.insert(ChangeViewer::operators());
    for (const auto& version : {row.before, row.now}) {
      if (!version) continue;
      for (const auto viewer : version->viewers) {
        viewers.insert(ChangeViewer::of(viewer, version->flow));
      }
    }
  }
  for (const auto& [id, known] : cases_) {
    if (!known.has_changed || !known.now) continue;
    viewers.insert(ChangeViewer::operators());
    for (const auto owner : known.now->owners) {
      viewers.insert(ChangeViewer::of(owner, known.now->flow));
    }
  }
  return changed;
}

bool Commit::finish(const std::vector<Statement>& beside) {
  std::vector<Statement> statements = statements_of(rows_, cases_, writes_, now_);
  if (!statements.empty()) statements.insert(statements.end(), beside.begin(), beside.end());
  statements.push_back({.sql = no_bounds});
  // Called before the COMMIT, because the next commit of this node may find the new position right
  // after it.
  for (const auto& [queue, end] : ends_) node_.note_left(queue, end);
  auto committed = connection_.commit(statements);
  if (!committed) {
    error_ = std::move(committed).error();
    fail();
    return false;
  }
  is_begun_ = false;
  is_unknown_ = !*committed;
  return !is_unknown_;
}

}  // namespace tradepost::store::postgres
