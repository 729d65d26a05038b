#include <utility>
#include <variant>

#include "base/awaitables.hpp"
#include "base/task.hpp"
#include "store/embedded/embedded_store.hpp"

// The verbs that read: of the index and the journal, in memory on the thread that asks, else on the
// pool.
namespace tradepost::store::embedded {
namespace {

base::Error too_late() {
  return {base::ErrorCode::unavailable,
          base::CallerText("The exchange was too busy to answer in time.")};
}

}  // namespace

template <typename Answer, typename Read>
Answering<Answer> EmbeddedStore::read(Read read, Deadline deadline) {
  Reading here{.patience = Patience::in_memory_only};
  Result<Answer> at_once = read(here);
  if (at_once || !here.would_wait) co_return std::move(at_once);
  base::Executor& executor = co_await base::this_executor();
  base::Completion<Result<Answer>> answered(executor);
  pool_->post([read = std::move(read), completer = answered.completer()]() mutable {
    Reading patient;
    completer.fulfil(read(patient));
  });
  std::optional<Result<Answer>> answer = co_await answered.wait_until(deadline);
  if (!answer) co_return base::refuse(too_late());
  co_return *std::move(answer);
}

Answering<std::monostate> EmbeddedStore::until_settled(Concerns concerns, Deadline deadline) {
  base::Executor& executor = co_await base::this_executor();
  while (shown_.is_under_way(concerns)) {
    base::Completion<bool> done(executor);
    shown_.when_one_is_done(done.completer());
    const auto is_done = co_await done.wait_until(deadline);
    if (!is_done) co_return base::refuse(too_late());
  }
  co_return std::monostate{};
}

bool EmbeddedStore::is_changing(const exchange::Transaction& row) const {
  if (exchange::status_of(row.state) != exchange::Status::pending) return false;
  return shown_.is_under_way(
      [&](const exchange::Intent& intent) { return intent.from == row.recipient; });
}

Answering<std::optional<exchange::KeyFact>> EmbeddedStore::key(exchange::KeyUse use,
                                                               Deadline deadline) {
  auto ask = [this, use](Reading& reading) {
    Footings unused;
    return FactReader(records_, queues_, committer_->about_now(), reading, unused).key(use);
  };
  return read<std::optional<exchange::KeyFact>>(std::move(ask), deadline);
}

Answering<exchange::DirectoryNews> EmbeddedStore::directory(exchange::Revision since, Deadline) {
  co_return shown_.news_since(since);
}

Answering<exchange::PendingPage> EmbeddedStore::pending(exchange::PendingQuery query,
                                                        Deadline deadline) {
  Concerns is_its = [recipient = query.recipient](const exchange::Intent& intent) {
    return is_part_of(recipient, intent);
  };
  CO_TRY(co_await until_settled(std::move(is_its), deadline));
  auto ask = [this, query](Reading& reading) { return views_.pending(query, reading); };
  co_return co_await read<exchange::PendingPage>(std::move(ask), deadline);
}

Answering<bool> EmbeddedStore::wait(exchange::PendingQuery query, Deadline deadline) {
  base::Executor& executor = co_await base::this_executor();
  const QueueName name{.participant = query.recipient, .flow = query.flow};
  base::Completion<bool> arrived(executor);
  const auto waiting = queues_.wait(name, query.after, query.kinds, arrived.completer());
  auto ask = [this, query](Reading& reading) { return views_.has_pending(query, reading); };
  const Result<bool> is_there = co_await read<bool>(std::move(ask), deadline);
  if (!is_there || *is_there) {
    queues_.forget(name, waiting);
    co_return is_there;
  }
  const auto has_come = co_await arrived.wait_until(deadline);
  queues_.forget(name, waiting);
  co_return has_come.value_or(false);
}

Answering<std::optional<exchange::Found>> EmbeddedStore::find(exchange::FindQuery query,
                                                              Deadline deadline) {
  using Answer = std::optional<exchange::Found>;
  while (true) {
    auto ask = [this, query](Reading& reading) { return views_.find(query, reading); };
    CO_TRY_ASSIGN(Answer found, co_await read<Answer>(std::move(ask), deadline));
    if (!found || !is_changing(*found->row)) co_return std::move(found);
    Concerns is_its = [from = found->row->recipient](const exchange::Intent& intent) {
      return intent.from == from;
    };
    CO_TRY(co_await until_settled(std::move(is_its), deadline));
  }
}

Answering<exchange::HistoryPage> EmbeddedStore::history(exchange::HistoryQuery query,
                                                        Deadline deadline) {
  while (true) {
    if (query.viewer.participant) {
      Concerns is_its = [viewer = *query.viewer.participant](const exchange::Intent& intent) {
        return is_part_of(viewer, intent);
      };
      CO_TRY(co_await until_settled(std::move(is_its), deadline));
    }
    auto ask = [this, query](Reading& reading) { return views_.history(query, reading); };
    CO_TRY_ASSIGN(exchange::HistoryPage page,
                  co_await read<exchange::HistoryPage>(std::move(ask), deadline));
    std::optional<exchange::ParticipantId> changing;
    for (const auto& item : page.items) {
      if (is_changing(*item.row)) changing = item.row->recipient;
    }
    // A filter may have passed over what an intent is about to change.
    const bool may_miss = query.filter.status.has_value() && !changing;
    const auto is_any = [](const exchange::Intent&) { return true; };
    if (!changing && !(may_miss && shown_.is_under_way(is_any))) co_return std::move(page);
    Concerns concerns = [changing](const exchange::Intent& intent) {
      return !changing || intent.from == *changing;
    };
    CO_TRY(co_await until_settled(std::move(concerns), deadline));
  }
}

Answering<exchange::CasePage> EmbeddedStore::cases(exchange::CaseQuery query, Deadline deadline) {
  Concerns any = [](const exchange::Intent&) { return true; };
  CO_TRY(co_await until_settled(std::move(any), deadline));
  auto ask = [this, query](Reading& reading) { return views_.cases(query, reading); };
  co_return co_await read<exchange::CasePage>(std::move(ask), deadline);
}

Answering<std::optional<exchange::FoundCase>> EmbeddedStore::find_case(exchange::CaseId id,
                                                                       exchange::CaseViewer viewer,
                                                                       Deadline deadline) {
  using Answer = std::optional<exchange::FoundCase>;
  Concerns any = [](const exchange::Intent&) { return true; };
  CO_TRY(co_await until_settled(std::move(any), deadline));
  auto ask = [this, id, viewer](Reading& reading) { return views_.find_case(id, viewer, reading); };
  co_return co_await read<Answer>(std::move(ask), deadline);
}

Answering<std::vector<exchange::QueueState>> EmbeddedStore::queues(exchange::QueuesQuery query,
                                                                   Deadline deadline) {
  Concerns any = [](const exchange::Intent&) { return true; };
  CO_TRY(co_await until_settled(std::move(any), deadline));
  auto ask = [this, query](Reading& reading) { return views_.queues(query, reading); };
  co_return co_await read<std::vector<exchange::QueueState>>(std::move(ask), deadline);
}

Answering<std::vector<exchange::HeldState>> EmbeddedStore::held(exchange::ParticipantId participant,
                                                                Deadline deadline) {
  Concerns any = [](const exchange::Intent&) { return true; };
  CO_TRY(co_await until_settled(std::move(any), deadline));
  auto ask = [this, participant](Reading& reading) { return views_.held(participant, reading); };
  co_return co_await read<std::vector<exchange::HeldState>>(std::move(ask), deadline);
}

Answering<std::vector<exchange::StatisticsCount>> EmbeddedStore::statistics(
    exchange::StatisticsQuery query, Deadline deadline) {
  Concerns any = [](const exchange::Intent&) { return true; };
  CO_TRY(co_await until_settled(std::move(any), deadline));
  auto ask = [this, query](Reading& reading) { return views_.statistics(query, reading); };
  co_return co_await read<std::vector<exchange::StatisticsCount>>(std::move(ask), deadline);
}

Answering<std::vector<exchange::Intent>> EmbeddedStore::intents(Deadline) {
  co_return shown_.intents();
}

Answering<std::vector<exchange::DueDelivery>> EmbeddedStore::deliveries_due(std::uint32_t count_max,
                                                                            Deadline deadline) {
  using Due = std::vector<exchange::DueDelivery>;
  const exchange::Instant now = committer_->about_now();
  auto ask = [this, now](Reading& reading) -> Result<Due> {
    Due due;
    const exchange::DirectoryPtr directory = shown_.directory();
    for (const auto& [id, progress] : shown_.endpoints()) {
      const auto* const endpoint = directory->endpoint(id);
      const bool is_active = endpoint != nullptr &&
                             progress.state == exchange::EndpointState::active &&
                             progress.next_attempt <= now;
      if (!is_active) continue;
      TRY_ASSIGN(const auto next,
                 views_.next_in_feed({.participant = endpoint->participant, .flow = endpoint->flow},
                                     progress.position, endpoint->events, reading));
      if (!next) continue;
      due.push_back({.endpoint = id,
                     .position = next->position,
                     .entry = next->entry,
                     .fence = progress.fence});
    }
    return due;
  };
  CO_TRY_ASSIGN(const Due candidates, co_await read<Due>(std::move(ask), deadline));
  Due leased;
  for (const auto& candidate : candidates) {
    if (leased.size() == count_max) break;
    const auto fence = leases_.take(candidate.endpoint, candidate.fence, now);
    if (!fence) continue;
    leased.push_back(candidate);
    leased.back().fence = *fence;
  }
  co_return std::move(leased);
}

Answering<exchange::EffectsPage> EmbeddedStore::effects(std::uint64_t after,
                                                        std::uint32_t count_max,
                                                        Deadline deadline) {
  auto ask = [this, after, count_max](Reading& reading) -> Result<exchange::EffectsPage> {
    if (reading.patience == Patience::in_memory_only) return base::refuse(would_wait(reading));
    return views_.effects(after, count_max);
  };
  return read<exchange::EffectsPage>(std::move(ask), deadline);
}

}  // namespace tradepost::store::embedded
