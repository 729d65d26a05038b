#include <utility>
#include <variant>

#include "store/postgres/postgres_store.hpp"

// The write operations of the store.
namespace tradepost::store::postgres {

namespace {

QueueName queue_of(const exchange::Transaction& row) {
  return {.participant = row.recipient, .flow = row.flow};
}

// Returns the locks that are known before the rows are read. The commit adds the others.
Locks locks_of(const exchange::Submission& command) {
  const exchange::Transaction& sent = command.transaction;
  Locks locks{
      .directory = command.makes_relationship, .queues = {{queue_of(sent), 1}}, .chains = {}};
  if (command.key) locks.keys.insert(lock_of(*command.key));
  if (sent.has_chain) locks.chains.insert(name_of(sent.chain()));
  return locks;
}

Locks locks_of(const exchange::ReportCommand& command) {
  const QueueName queue{.participant = command.recipient, .flow = command.flow};
  return {.directory = false, .queues = {{queue, 0}}, .chains = {}};
}

Locks locks_of(const exchange::Move& command) {
  const auto* const requeue = std::get_if<exchange::Requeue>(&command);
  if (requeue != nullptr && requeue->key) return {.keys = {lock_of(*requeue->key)}};
  const auto* const release = std::get_if<exchange::Release>(&command);
  if (release == nullptr) return {};
  const QueueName queue{.participant = release->to, .flow = release->flow};
  return {.directory = false, .queues = {{queue, release->count_max}}, .chains = {}};
}

Locks locks_of(const exchange::CaseOpening& command) {
  const auto* const posted = std::get_if<exchange::OpenPosted>(&command);
  const QueueName queue =
      posted != nullptr
          ? QueueName{.participant = posted->reporter, .flow = posted->flow}
          : QueueName{.participant = std::get<exchange::OpenRejection>(command).rejected.sender,
                      .flow = std::get<exchange::OpenRejection>(command).rejected.flow};
  Locks locks{.directory = false, .queues = {{queue, 0}}, .chains = {}};
  if (posted != nullptr && posted->key) locks.keys.insert(lock_of(*posted->key));
  return locks;
}

}  // namespace

Answering<exchange::SendAnswer> PostgresStore::submit(exchange::Submission submission,
                                                      Deadline deadline) {
  const auto requester = exchange::Actor::of(*submission.transaction.parties.principal.participant);
  Locks locks = locks_of(submission);
  return commands_.decided_in_a_batch<exchange::SendAnswer>(std::move(submission), std::move(locks),
                                                            requester, deadline);
}

Answering<exchange::ReportAnswer> PostgresStore::report(exchange::ReportCommand command,
                                                        Deadline deadline) {
  const auto requester = command.by;
  Locks locks = locks_of(command);
  return commands_.decided_in_a_batch<exchange::ReportAnswer>(std::move(command), std::move(locks),
                                                              requester, deadline);
}

Answering<exchange::MoveAnswer> PostgresStore::move(exchange::Move move, Deadline deadline) {
  Locks locks = locks_of(move);
  auto decide = [move = std::move(move)](Commit& commit) {
    return std::visit(
        [&](const auto& command) { return deciding<exchange::MoveAnswer>(command)(commit); }, move);
  };
  return commands_.made<exchange::MoveAnswer>(std::move(decide), std::move(locks), Settle::first,
                                              exchange::Actor::network(), deadline);
}

Answering<exchange::Stepped> PostgresStore::step(exchange::Work work, std::uint32_t budget,
                                                 Deadline deadline) {
  auto decide = [work = std::move(work), budget](Commit& commit) {
    return std::visit(
        [&](const auto& slice) { return deciding<exchange::Stepped>(slice, budget)(commit); },
        work);
  };
  return commands_.made<exchange::Stepped>(std::move(decide), Locks(), Settle::no,
                                           exchange::Actor::network(), deadline);
}

Answering<exchange::CaseOpeningAnswer> PostgresStore::open_case(exchange::CaseOpening opening,
                                                                Deadline deadline) {
  Locks locks = locks_of(opening);
  const auto requester = exchange::Actor::of(locks.queues.begin()->first.participant);
  return commands_.decided<exchange::CaseOpeningAnswer>(std::move(opening), std::move(locks),
                                                        Settle::no, requester, deadline);
}

Answering<exchange::CaseChangeAnswer> PostgresStore::change_case(exchange::CaseChange change,
                                                                 Deadline deadline) {
  const auto requester = change.by;
  return commands_.decided<exchange::CaseChangeAnswer>(std::move(change), Locks(), Settle::first,
                                                       requester, deadline);
}

Answering<exchange::DirectoryAnswer> PostgresStore::change_directory(
    exchange::DirectoryChange change, Deadline deadline) {
  const auto requester = change.by;
  Locks locks;
  locks.directory = true;
  return commands_.decided<exchange::DirectoryAnswer>(std::move(change), std::move(locks),
                                                      Settle::no, requester, deadline);
}

Answering<bool> PostgresStore::delivered(exchange::Delivered outcome, Deadline deadline) {
  return commands_.decided<bool>(outcome, Locks(), Settle::no, exchange::Actor::network(),
                                 deadline);
}

Answering<bool> PostgresStore::erase(exchange::TransactionId id, exchange::Actor by,
                                     Deadline deadline) {
  auto decide = [id, by](Commit& commit) -> std::optional<bool> {
    const auto row = commit.records.row(id);
    if (!commit.transaction.is_open()) return std::nullopt;
    if (!row) return false;
    if (commit.records.has_content(id)) {
      commit.effects.keep(exchange::Erased{.id = id, .at = commit.transaction.now(), .by = by});
    }
    return true;
  };
  return commands_.made<bool>(std::move(decide), Locks(), Settle::no, by, deadline);
}

void PostgresStore::mark_seen(exchange::Seen seen) {
  if (!seen.last_poll) return;
  node_.mark_poll({.participant = seen.participant, .flow = seen.flow}, *seen.last_poll);
}

}  // namespace tradepost::store::postgres
