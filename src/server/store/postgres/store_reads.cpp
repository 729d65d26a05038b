#include <utility>

#include "store/postgres/postgres_store.hpp"
#include "store/postgres/reads/reads.hpp"
#include "store/postgres/reads/webhook_reads.hpp"

// The read operations of the store.
namespace tradepost::store::postgres {

using database::Connection;

namespace {

// The actor of internal reads and of operators.
constexpr exchange::Actor the_network{};

exchange::Actor who(const std::optional<exchange::ParticipantId>& participant) {
  return participant ? exchange::Actor::of(*participant) : the_network;
}

base::Result<exchange::DirectoryPtr> current_directory(Connection& connection, Node& node) {
  TRY_ASSIGN(const database::Rows rows,
             connection.ask({.sql = "SELECT coalesce(max(revision), 0) FROM directory_entry"}));
  return node.directory(connection, static_cast<exchange::Revision>(rows.number(0, 0)));
}

}  // namespace

Answering<std::optional<exchange::KeyFact>> PostgresStore::key(exchange::KeyUse use,
                                                               Deadline deadline) {
  return reads_.asked<std::optional<exchange::KeyFact>>(
      pools_.usual,
      [this, use](Connection& connection) {
        return read_key(connection, use, node_.instant_behind({}));
      },
      the_network, deadline);
}

Answering<exchange::DirectoryNews> PostgresStore::directory(exchange::Revision since,
                                                            Deadline deadline) {
  return reads_.asked<exchange::DirectoryNews>(
      pools_.directory,
      [since](Connection& connection) { return read_directory(connection, since); }, the_network,
      deadline);
}

Answering<exchange::PendingPage> PostgresStore::pending(exchange::PendingQuery query,
                                                        Deadline deadline) {
  return reads_.settled<exchange::PendingPage>(
      pools_.pages, [query](Connection& connection) { return read_pending(connection, query); },
      who(query.recipient), deadline);
}

Answering<std::optional<exchange::Found>> PostgresStore::find(exchange::FindQuery query,
                                                              Deadline deadline) {
  return reads_.settled<std::optional<exchange::Found>>(
      pools_.usual, [query](Connection& connection) { return read_transaction(connection, query); },
      who(query.viewer.participant), deadline);
}

Answering<std::optional<exchange::TransactionId>> PostgresStore::find_by_sscc(
    exchange::SsccQuery query, Deadline deadline) {
  return reads_.settled<std::optional<exchange::TransactionId>>(
      pools_.usual, [query](Connection& connection) { return read_sscc(connection, query); },
      who(query.viewer.participant), deadline);
}

Answering<exchange::HistoryPage> PostgresStore::history(exchange::HistoryQuery query,
                                                        Deadline deadline) {
  const auto requester = who(query.viewer.participant);
  return reads_.settled<exchange::HistoryPage>(
      pools_.usual,
      [query = std::move(query)](Connection& connection) {
        return read_history(connection, query);
      },
      requester, deadline);
}

Answering<exchange::CasePage> PostgresStore::cases(exchange::CaseQuery query, Deadline deadline) {
  return reads_.settled<exchange::CasePage>(
      pools_.usual, [query](Connection& connection) { return read_cases(connection, query); },
      who(query.viewer.participant), deadline);
}

Answering<std::optional<exchange::FoundCase>> PostgresStore::find_case(exchange::CaseId id,
                                                                       exchange::CaseViewer viewer,
                                                                       Deadline deadline) {
  return reads_.settled<std::optional<exchange::FoundCase>>(
      pools_.usual,
      [id, viewer](Connection& connection) { return read_case(connection, id, viewer); },
      who(viewer.participant), deadline);
}

Answering<std::vector<exchange::QueueState>> PostgresStore::queues(exchange::QueuesQuery query,
                                                                   Deadline deadline) {
  return reads_.settled<std::vector<exchange::QueueState>>(
      pools_.usual,
      [this, query](Connection& connection) { return read_queues(connection, node_, query); },
      who(query.participant), deadline);
}

Answering<std::vector<exchange::HeldState>> PostgresStore::held(exchange::ParticipantId participant,
                                                                Deadline deadline) {
  using Answer = base::Result<std::vector<exchange::HeldState>>;
  return reads_.settled<std::vector<exchange::HeldState>>(
      pools_.usual,
      [this, participant](Connection& connection) -> Answer {
        TRY_ASSIGN(const auto directory, current_directory(connection, node_));
        return read_held(connection, *directory, participant);
      },
      who(participant), deadline);
}

Answering<std::vector<exchange::StatisticsCount>> PostgresStore::statistics(
    exchange::StatisticsQuery query, Deadline deadline) {
  return reads_.settled<std::vector<exchange::StatisticsCount>>(
      pools_.usual, [query](Connection& connection) { return read_statistics(connection, query); },
      who(query.viewer.participant), deadline);
}

Answering<exchange::NextNumbers> PostgresStore::next_numbers(Deadline deadline) {
  return reads_.asked<exchange::NextNumbers>(pools_.usual, read_next_numbers, the_network,
                                             deadline);
}

Answering<std::vector<exchange::Intent>> PostgresStore::intents(Deadline deadline) {
  return reads_.asked<std::vector<exchange::Intent>>(pools_.usual, read_intents, the_network,
                                                     deadline);
}

Answering<std::vector<exchange::DueDelivery>> PostgresStore::deliveries_due(
    exchange::CallPlaces places, Deadline deadline) {
  using Answer = base::Result<std::vector<exchange::DueDelivery>>;
  return reads_.asked<std::vector<exchange::DueDelivery>>(
      pools_.usual,
      [this, places](Connection& connection) -> Answer {
        TRY_ASSIGN(const auto directory, current_directory(connection, node_));
        return lease_due(connection, *directory, node_.instant_behind({}), places);
      },
      the_network, deadline);
}

Answering<std::vector<exchange::EndpointStanding>> PostgresStore::endpoint_standings(
    std::vector<exchange::EndpointId> ids, Deadline deadline) {
  using Answer = base::Result<std::vector<exchange::EndpointStanding>>;
  return reads_.asked<std::vector<exchange::EndpointStanding>>(
      pools_.usual,
      [this, ids = std::move(ids)](Connection& connection) -> Answer {
        TRY_ASSIGN(const auto directory, current_directory(connection, node_));
        return read_standings(connection, *directory, ids);
      },
      the_network, deadline);
}

Answering<exchange::ActPage> PostgresStore::acts(exchange::ActQuery query, Deadline deadline) {
  return reads_.asked<exchange::ActPage>(
      pools_.usual, [query](Connection& connection) { return read_acts(connection, query); },
      the_network, deadline);
}

Answering<bool> PostgresStore::wait(exchange::PendingQuery query, Deadline deadline) {
  base::Executor& executor = co_await base::this_executor();
  base::Completion<bool> arrived(executor);
  const std::uint64_t number = watcher_.add(query, arrived.completer());
  notifier_.begin_wait();
  const std::optional<bool> woken = co_await arrived.wait_until(deadline);
  watcher_.forget(number);
  co_return woken.value_or(false);
}

Answering<exchange::EffectsPage> PostgresStore::effects(std::uint64_t after,
                                                        std::uint32_t count_max,
                                                        Deadline deadline) {
  WorkOf<exchange::EffectsPage> job = [this, after, count_max](Link&, Until) {
    return carried_pages_.page(after, count_max);
  };
  return work_in<exchange::EffectsPage>(pools_.usual, Does::reads, std::move(job), the_network,
                                        deadline);
}

}  // namespace tradepost::store::postgres
