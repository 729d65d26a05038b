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

// What a server ends by itself: a statement that waits for a lock or hangs. Nothing ends a COMMIT:
// whether it happened would be unknown.
constexpr std::string_view bounds =
    "SELECT set_config('statement_timeout', '20s', true), set_config('lock_timeout', '10s', true)";
constexpr std::string_view no_bounds = "SELECT set_config('statement_timeout', '0', true)";

bool is_overtaking(std::string_view state) {
  constexpr std::array<std::string_view, 3> states{"23505", "40001", "40P01"};
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

Statement locking(const std::set<ChainName>& chains) {
  List parties(Type::bytea);
  List keys(Type::bytea);
  for (const ChainName& chain : chains) {
    parties.add(chain.commercial);
    keys.add(chain.key);
  }
  return {.sql =
              "INSERT INTO chain SELECT * FROM unnest($1, $2) "
              "ON CONFLICT (commercial, key) DO UPDATE SET key = excluded.key",
          .parameters = Parameters().list(std::move(parties)).list(std::move(keys))};
}

}  // namespace

Commit::Commit(database::Connection& connection, Node& node, const Locks& locks)
    : connection_(connection), node_(node), locks_(locks), wanted_(locks) {}

Commit::~Commit() {
  if (!is_begun_ || !connection_.is_alive()) return;
  if (!connection_.run("ROLLBACK")) return;  // it is broken, and says so when it is asked
}

void Commit::begin() {
  const exchange::Instant now = node_.instant_behind({});
  std::vector<Statement> statements{{.sql = "BEGIN"}, {.sql = bounds}};
  statements.push_back({.sql = locks_.directory ? "SELECT pg_advisory_xact_lock(29808, 2)"
                                                : "SELECT pg_advisory_xact_lock_shared(29808, 2)"});
  const std::size_t queues_at = statements.size();
  if (!locks_.queues.empty()) statements.push_back(locking(locks_.queues, now, node_.fell_from()));
  if (!locks_.chains.empty()) statements.push_back(locking(locks_.chains));
  statements.push_back({.sql = "SELECT coalesce((SELECT max(revision) FROM directory_entry), 0), "
                               "EXISTS(SELECT FROM intent)"});
  is_begun_ = true;
  auto answers = connection_.ask_all(statements);
  if (!answers) {
    error_ = std::move(answers).error();
    return fail();
  }
  exchange::Instant last{};
  if (!locks_.queues.empty()) {
    const Rows& rows = (*answers)[queues_at];
    for (std::size_t i = 0; i < rows.count(); ++i) {
      const QueueName queue{.participant = exchange::ParticipantId(rows.uuid(i, 0)),
                            .flow = static_cast<exchange::Flow>(rows.number(i, 1))};
      next_positions_[queue] =
          static_cast<std::uint64_t>(rows.number(i, 2)) - locks_.queues.at(queue) + 1;
      last = std::max(last, base::instant_of(rows.number(i, 3)));
    }
  }
  now_ = node_.instant_behind(last);
  has_intents_ = answers->back().boolean(0, 1);
  auto directory =
      node_.directory(connection_, static_cast<exchange::Revision>(answers->back().number(0, 0)));
  if (directory) {
    directory_ = *std::move(directory);
  } else {
    error_ = std::move(directory).error();
    fail();
  }
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
  if (connection_.is_alive() && is_overtaking(connection_.failed_state())) {
    is_overtaken_ = true;
  }
}

void Commit::need(const QueueName& queue, std::uint32_t positions) {
  const auto held = locks_.queues.find(queue);
  auto& wanted = wanted_.queues[queue];
  wanted = std::max(wanted, positions);
  if (held == locks_.queues.end() || held->second < positions) is_short_ = true;
}

void Commit::need(const ChainName& chain) {
  if (wanted_.chains.insert(chain).second) is_short_ = true;
}

void Commit::need_directory() {
  wanted_.directory = true;
  if (!locks_.directory) is_short_ = true;
}

std::uint64_t Commit::take_position(const QueueName& queue) {
  const auto held = locks_.queues.find(queue);
  if (held == locks_.queues.end()) {
    // For the next try: how many are taken in all is known at the end of this one.
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

void Commit::load(std::span<const TransactionId> ids) {
  List wanted(Type::uuid);
  std::set<TransactionId> missing;
  for (const TransactionId id : ids) {
    if (!rows_.contains(id) && missing.insert(id).second) wanted.add(id.uuid());
  }
  if (missing.empty()) return;
  const Rows found = ask(
      {.sql = "SELECT sequence, removed, value, units_sequence FROM transaction WHERE id = ANY($1)",
       .parameters = Parameters().list(std::move(wanted))});
  for (const TransactionId id : missing) rows_.try_emplace(id);
  for (std::size_t i = 0; i < found.count(); ++i) {
    auto value = read<exchange::Transaction>(found.bytes(i, 2));
    need(QueueName{.participant = value.recipient, .flow = value.flow});
    const bool is_removed = found.boolean(i, 1);
    const auto sequence = static_cast<std::uint64_t>(found.number(i, 0));
    const auto shared = std::make_shared<const exchange::Transaction>(std::move(value));
    rows_[shared->id] = {.before = shared,
                         .now = shared,
                         .was_removed = is_removed,
                         .is_removed = is_removed,
                         .sequence = sequence,
                         .units_sequence = found.number(i, 3)};
  }
}

exchange::TransactionPtr Commit::row(TransactionId id) {
  load({&id, 1});
  return rows_[id].now;
}

exchange::TransactionPtr Commit::present(TransactionId id) {
  const exchange::TransactionPtr found = row(id);
  return rows_[id].is_removed ? nullptr : found;
}

bool Commit::has_content(TransactionId id) {
  const Rows rows = ask({.sql = "SELECT content IS NOT NULL FROM transaction WHERE id = $1",
                         .parameters = Parameters().uuid(id.uuid())});
  return rows.count() == 1 && rows.boolean(0, 0);
}

void Commit::load_cases(std::span<const CaseId> ids) {
  List wanted(Type::uuid);
  std::set<CaseId> missing;
  for (const CaseId id : ids) {
    if (!cases_.contains(id) && missing.insert(id).second) wanted.add(id.uuid());
  }
  if (missing.empty()) return;
  const Rows found =
      ask({.sql = "SELECT value FROM exchange_case WHERE id = ANY($1) ORDER BY id FOR UPDATE",
           .parameters = Parameters().list(std::move(wanted))});
  for (const CaseId id : missing) cases_.try_emplace(id);
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

bool Commit::finish() {
  std::vector<Statement> statements = statements_of(rows_, cases_, writes_, now_);
  statements.push_back({.sql = no_bounds});
  auto answers = connection_.ask_all(statements);
  if (!answers) {
    error_ = std::move(answers).error();
    fail();
    return false;
  }
  for (std::size_t i = 0; i < statements.size(); ++i) {
    const bool is_keys = statements[i].sql == key_statement;
    if (is_keys && (*answers)[i].count() != writes_.keys.size()) is_overtaken_ = true;
  }
  if (is_overtaken_) return false;
  is_begun_ = false;
  is_unknown_ = !connection_.commit();
  return !is_unknown_;
}

}  // namespace tradepost::store::postgres
