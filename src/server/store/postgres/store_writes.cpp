#include <utility>
#include <variant>

#include "base/tasks/awaitables.hpp"
#include "base/tasks/task.hpp"
#include "store/postgres/postgres_store.hpp"
#include "store/postgres/store_work.hpp"

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

Decisions PostgresStore::decisions(Link& link, Until until) {
  return {link, node_, [this](const Changed& changed) { notify_of(changed); }, until};
}

void PostgresStore::notify_of(const Changed& changed) {
  if (!changed.delivered_to.empty()) {
    watcher_.look([&](const QueueName& queue) { return changed.delivered_to.contains(queue); });
    notifier_.add(changed.delivered_to);
  }
  if (options_.changes != nullptr) options_.changes->note(changed.viewers);
  broadcast_.note(changed.viewers);
}

template <typename Answer, typename Command>
Answering<Answer> PostgresStore::decided(Command command, Locks locks, Settle settle,
                                         exchange::Actor requester, Deadline deadline) {
  WorkOf<Answer> job = [this, command = std::move(command), locks = std::move(locks), settle](
                           Link& link, Until until) -> base::Result<Answer> {
    return decisions(link, until).make<Answer>(locks, settle, deciding<Answer>(command));
  };
  return work<Answer>(Does::writes, std::move(job), requester, deadline);
}

template <typename Answer, typename Command>
Answering<Answer> PostgresStore::decided_in_a_batch(Command command, exchange::Actor requester,
                                                    Deadline deadline) {
  base::Executor& executor = co_await base::this_executor();
  base::Completion<base::Result<Answer>> answered(executor);
  Locks locks = locks_of(command);
  const auto cancel_flag = std::make_shared<CancelFlag>();
  Batches::Asked asked{
      .command = std::move(command),
      .locks = std::move(locks),
      .executor = executor,
      .answer =
          [completer = answered.completer()](base::Result<Batches::Answer> answer) mutable {
            if (answer) {
              completer.fulfil(std::get<Answer>(*std::move(answer)));
            } else {
              completer.fulfil(base::refuse(std::move(answer).error()));
            }
          },
      .until = until(deadline, executor),
      .cancel_flag = cancel_flag};
  const bool is_taken = batches_.add(requester, std::move(asked));
  if (!is_taken && cancel_flag->give_up()) co_return base::refuse(Decisions::too_late());
  std::optional<base::Result<Answer>> answer = co_await answered.wait_until(deadline);
  if (!answer) {
    co_return base::refuse(cancel_flag->give_up() ? Decisions::too_late() : Decisions::unknown());
  }
  co_return *std::move(answer);
}

Answering<exchange::SendAnswer> PostgresStore::submit(exchange::Submission submission,
                                                      Deadline deadline) {
  const auto requester = exchange::Actor::of(*submission.transaction.parties.principal.participant);
  return decided_in_a_batch<exchange::SendAnswer>(std::move(submission), requester, deadline);
}

Answering<exchange::ReportAnswer> PostgresStore::report(exchange::ReportCommand command,
                                                        Deadline deadline) {
  const auto requester = command.by;
  return decided_in_a_batch<exchange::ReportAnswer>(std::move(command), requester, deadline);
}

Answering<exchange::MoveAnswer> PostgresStore::move(exchange::Move move, Deadline deadline) {
  Locks locks = locks_of(move);
  WorkOf<exchange::MoveAnswer> job = [this, move = std::move(move), locks = std::move(locks)](
                                         Link& link, Until until) {
    return std::visit(
        [&](const auto& command) {
          return decisions(link, until)
              .make<exchange::MoveAnswer>(locks, Settle::first,
                                          deciding<exchange::MoveAnswer>(command));
        },
        move);
  };
  return work<exchange::MoveAnswer>(Does::writes, std::move(job), exchange::Actor::network(),
                                    deadline);
}

Answering<exchange::Stepped> PostgresStore::step(exchange::Work work, std::uint32_t budget,
                                                 Deadline deadline) {
  WorkOf<exchange::Stepped> job = [this, work = std::move(work), budget](Link& link, Until until) {
    return std::visit(
        [&](const auto& slice) {
          return decisions(link, until)
              .make<exchange::Stepped>({}, Settle::no, deciding<exchange::Stepped>(slice, budget));
        },
        work);
  };
  return this->work<exchange::Stepped>(Does::writes, std::move(job), exchange::Actor::network(),
                                       deadline);
}

Answering<exchange::CaseOpeningAnswer> PostgresStore::open_case(exchange::CaseOpening opening,
                                                                Deadline deadline) {
  Locks locks = locks_of(opening);
  const auto requester = exchange::Actor::of(locks.queues.begin()->first.participant);
  return decided<exchange::CaseOpeningAnswer>(std::move(opening), std::move(locks), Settle::no,
                                              requester, deadline);
}

Answering<exchange::CaseChangeAnswer> PostgresStore::change_case(exchange::CaseChange change,
                                                                 Deadline deadline) {
  const auto requester = change.by;
  return decided<exchange::CaseChangeAnswer>(std::move(change), Locks(), Settle::first, requester,
                                             deadline);
}

Answering<exchange::DirectoryAnswer> PostgresStore::change_directory(
    exchange::DirectoryChange change, Deadline deadline) {
  const auto requester = change.by;
  Locks locks;
  locks.directory = true;
  return decided<exchange::DirectoryAnswer>(std::move(change), std::move(locks), Settle::no,
                                            requester, deadline);
}

Answering<bool> PostgresStore::delivered(exchange::Delivered outcome, Deadline deadline) {
  return decided<bool>(outcome, Locks(), Settle::no, exchange::Actor::network(), deadline);
}

Answering<bool> PostgresStore::erase(exchange::TransactionId id, exchange::Actor by,
                                     Deadline deadline) {
  WorkOf<bool> job = [this, id, by](Link& link, Until until) {
    return decisions(link, until)
        .make<bool>({}, Settle::no, [&](Commit& commit) -> std::optional<bool> {
          const auto row = commit.records.row(id);
          if (!commit.transaction.is_open()) return std::nullopt;
          if (!row) return false;
          if (commit.records.has_content(id)) {
            commit.effects.keep(
                exchange::Erased{.id = id, .at = commit.transaction.now(), .by = by});
          }
          return true;
        });
  };
  return work<bool>(Does::writes, std::move(job), by, deadline);
}

void PostgresStore::mark_seen(exchange::Seen seen) {
  if (!seen.last_poll) return;
  node_.mark_poll({.participant = seen.participant, .flow = seen.flow}, *seen.last_poll);
}

}  // namespace tradepost::store::postgres
