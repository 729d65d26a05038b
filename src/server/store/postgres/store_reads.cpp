#include <algorithm>
#include <mutex>
#include <utility>

#include "store/postgres/postgres_store.hpp"
#include "store/postgres/reads/reads.hpp"
#include "store/postgres/reads/webhook_reads.hpp"
#include "store/postgres/store_work.hpp"

// The read operations of the store.
namespace tradepost::store::postgres {

using database::Connection;

namespace {

exchange::Actor who(const std::optional<exchange::ParticipantId>& participant) {
  return participant ? exchange::Actor::of(*participant) : exchange::Actor::network();
}

base::Result<exchange::DirectoryPtr> current_directory(Connection& connection, Node& node) {
  TRY_ASSIGN(const database::Rows rows,
             connection.ask({.sql = "SELECT coalesce(max(revision), 0) FROM directory_entry"}));
  return node.directory(connection, static_cast<exchange::Revision>(rows.number(0, 0)));
}

}  // namespace

Answering<std::optional<exchange::KeyFact>> PostgresStore::key(exchange::KeyUse use,
                                                               Deadline deadline) {
  return asked<std::optional<exchange::KeyFact>>(
      [this, use](Connection& connection) {
        return read_key(connection, use, node_.instant_behind({}));
      },
      deadline);
}

Answering<exchange::DirectoryNews> PostgresStore::directory(exchange::Revision since,
                                                            Deadline deadline) {
  WorkOf<exchange::DirectoryNews> job = [since](Link& link, Until until) {
    return link.read<exchange::DirectoryNews>(
        [since](Connection& connection) { return read_directory(connection, since); }, until);
  };
  return work_in(*directory_pool_, Does::reads, std::move(job), exchange::Actor::network(),
                 deadline);
}

Answering<exchange::PendingPage> PostgresStore::pending(exchange::PendingQuery query,
                                                        Deadline deadline) {
  return settled<exchange::PendingPage>(
      *page_pool_, [query](Connection& connection) { return read_pending(connection, query); },
      who(query.recipient), deadline);
}

Answering<std::optional<exchange::Found>> PostgresStore::find(exchange::FindQuery query,
                                                              Deadline deadline) {
  return settled<std::optional<exchange::Found>>(
      [query](Connection& connection) { return read_transaction(connection, query); },
      who(query.viewer.participant), deadline);
}

Answering<std::optional<exchange::TransactionId>> PostgresStore::find_by_sscc(
    exchange::SsccQuery query, Deadline deadline) {
  return settled<std::optional<exchange::TransactionId>>(
      [query](Connection& connection) { return read_sscc(connection, query); },
      who(query.viewer.participant), deadline);
}

Answering<exchange::HistoryPage> PostgresStore::history(exchange::HistoryQuery query,
                                                        Deadline deadline) {
  const auto requester = who(query.viewer.participant);
  return settled<exchange::HistoryPage>(
      [query = std::move(query)](Connection& connection) {
        return read_history(connection, query);
      },
      requester, deadline);
}

Answering<exchange::CasePage> PostgresStore::cases(exchange::CaseQuery query, Deadline deadline) {
  return settled<exchange::CasePage>(
      [query](Connection& connection) { return read_cases(connection, query); },
      who(query.viewer.participant), deadline);
}

Answering<std::optional<exchange::FoundCase>> PostgresStore::find_case(exchange::CaseId id,
                                                                       exchange::CaseViewer viewer,
                                                                       Deadline deadline) {
  return settled<std::optional<exchange::FoundCase>>(
      [id, viewer](Connection& connection) { return read_case(connection, id, viewer); },
      who(viewer.participant), deadline);
}

Answering<std::vector<exchange::QueueState>> PostgresStore::queues(exchange::QueuesQuery query,
                                                                   Deadline deadline) {
  return settled<std::vector<exchange::QueueState>>(
      [this, query](Connection& connection) { return read_queues(connection, node_, query); },
      who(query.participant), deadline);
}

Answering<std::vector<exchange::HeldState>> PostgresStore::held(exchange::ParticipantId participant,
                                                                Deadline deadline) {
  using Answer = base::Result<std::vector<exchange::HeldState>>;
  return settled<std::vector<exchange::HeldState>>(
      [this, participant](Connection& connection) -> Answer {
        TRY_ASSIGN(const auto directory, current_directory(connection, node_));
        return read_held(connection, *directory, participant);
      },
      who(participant), deadline);
}

Answering<std::vector<exchange::StatisticsCount>> PostgresStore::statistics(
    exchange::StatisticsQuery query, Deadline deadline) {
  return settled<std::vector<exchange::StatisticsCount>>(
      [query](Connection& connection) { return read_statistics(connection, query); },
      who(query.viewer.participant), deadline);
}

Answering<exchange::NextNumbers> PostgresStore::next_numbers(Deadline deadline) {
  return asked<exchange::NextNumbers>(read_next_numbers, deadline);
}

Answering<std::vector<exchange::Intent>> PostgresStore::intents(Deadline deadline) {
  return asked<std::vector<exchange::Intent>>(read_intents, deadline);
}

Answering<std::vector<exchange::DueDelivery>> PostgresStore::deliveries_due(
    exchange::CallPlaces places, Deadline deadline) {
  using Answer = base::Result<std::vector<exchange::DueDelivery>>;
  return asked<std::vector<exchange::DueDelivery>>(
      [this, places](Connection& connection) -> Answer {
        TRY_ASSIGN(const auto directory, current_directory(connection, node_));
        return lease_due(connection, *directory, node_.instant_behind({}), places);
      },
      deadline);
}

Answering<std::vector<exchange::EndpointStanding>> PostgresStore::endpoint_standings(
    std::vector<exchange::EndpointId> ids, Deadline deadline) {
  using Answer = base::Result<std::vector<exchange::EndpointStanding>>;
  return asked<std::vector<exchange::EndpointStanding>>(
      [this, ids = std::move(ids)](Connection& connection) -> Answer {
        TRY_ASSIGN(const auto directory, current_directory(connection, node_));
        return read_standings(connection, *directory, ids);
      },
      deadline);
}

Answering<exchange::ActPage> PostgresStore::acts(exchange::ActQuery query, Deadline deadline) {
  return asked<exchange::ActPage>(
      [query](Connection& connection) { return read_acts(connection, query); }, deadline);
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

// The tables have no log: Carrying builds the effects from the current rows and numbers them each
// time. The pages form one sequence only if nothing is written between them, and are read in order.
Answering<exchange::EffectsPage> PostgresStore::effects(std::uint64_t after,
                                                        std::uint32_t count_max,
                                                        Deadline deadline) {
  WorkOf<exchange::EffectsPage> job = [this, after, count_max](Link&, Until) {
    const std::lock_guard lock(carrying_mutex_);
    auto page = carried(after, count_max);
    if (!page || !page->more) carrying_.reset();
    return page;
  };
  return work<exchange::EffectsPage>(Does::reads, std::move(job), exchange::Actor::network(),
                                     deadline);
}

base::Result<exchange::EffectsPage> PostgresStore::carried(std::uint64_t after,
                                                           std::uint32_t count_max) {
  constexpr std::uint64_t passed_over_at_once = 1'000;
  if (carrying_ == nullptr || carrying_->given() != after) {
    TRY_ASSIGN(carrying_, Carrying::begin(options_.link.database,
                                          node_.instant_behind({}) - exchange::key_kept));
  }
  while (carrying_->given() < after) {
    TRY_ASSIGN(const auto before,
               carrying_->next(std::min(after - carrying_->given(), passed_over_at_once)));
    if (before.empty()) return exchange::EffectsPage();
  }
  exchange::EffectsPage page;
  TRY_ASSIGN(page.effects, carrying_->next(count_max));
  page.more = page.effects.size() == count_max;
  return page;
}

}  // namespace tradepost::store::postgres
