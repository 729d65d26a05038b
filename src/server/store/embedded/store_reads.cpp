#include <utility>

#include "store/embedded/embedded_store.hpp"

// The store's reads, of the index and the journal. They run in memory on the caller's thread, or on
// the pool.
namespace tradepost::store::embedded {
namespace {

using Concerns = ReadRunner::Concerns;

// The actor of internal reads and of operators.
constexpr exchange::Actor the_network{};

exchange::Actor who(const std::optional<exchange::ParticipantId>& participant) {
  return participant ? exchange::Actor::of(*participant) : the_network;
}

bool any_intent(const exchange::Intent&) {
  return true;
}

Concerns intents_of(exchange::ParticipantId participant) {
  return [participant](const exchange::Intent& intent) { return is_part_of(participant, intent); };
}

Concerns intents_from(exchange::ParticipantId participant) {
  return [participant](const exchange::Intent& intent) { return intent.from == participant; };
}

}  // namespace

Answering<std::optional<exchange::KeyFact>> EmbeddedStore::key(exchange::KeyUse use,
                                                               Deadline deadline) {
  auto ask = [this, use](ReadContext& context) {
    ReadSet unused;
    return FactReader(records_, queues_, about_now(), context, unused).key(use);
  };
  return reads_.asked<std::optional<exchange::KeyFact>>(std::move(ask), who(use.participant),
                                                        deadline);
}

Answering<exchange::DirectoryNews> EmbeddedStore::directory(exchange::Revision since, Deadline) {
  co_return published_.news_since(since);
}

Answering<exchange::PendingPage> EmbeddedStore::pending(exchange::PendingQuery query,
                                                        Deadline deadline) {
  return reads_.settled<exchange::PendingPage>(
      intents_of(query.recipient),
      [this, query](ReadContext& context) { return views_.pending(query, context); },
      who(query.recipient), deadline);
}

Answering<bool> EmbeddedStore::wait(exchange::PendingQuery query, Deadline deadline) {
  base::Executor& executor = co_await base::this_executor();
  const QueueName name{.participant = query.recipient, .flow = query.flow};
  base::Completion<bool> arrived(executor);
  const auto waiting = queues_.wait(name, query.after, query.kinds, arrived.completer());
  auto ask = [this, query](ReadContext& context) { return views_.has_pending(query, context); };
  const Result<bool> is_there =
      co_await reads_.asked<bool>(std::move(ask), who(query.recipient), deadline);
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
    auto ask = [this, query](ReadContext& context) { return views_.find(query, context); };
    CO_TRY_ASSIGN(Answer found, co_await reads_.asked<Answer>(
                                    std::move(ask), who(query.viewer.participant), deadline));
    if (!found || !reads_.is_being_changed(*found->row)) co_return std::move(found);
    Concerns concerns = intents_from(found->row->recipient);
    CO_TRY(co_await reads_.until_settled(std::move(concerns), deadline));
  }
}

Answering<std::optional<exchange::TransactionId>> EmbeddedStore::find_by_sscc(
    exchange::SsccQuery query, Deadline deadline) {
  return reads_.settled<std::optional<exchange::TransactionId>>(
      intents_of(*query.viewer.participant),
      [this, query](ReadContext& context) { return views_.find_by_sscc(query, context); },
      who(query.viewer.participant), deadline);
}

Answering<exchange::HistoryPage> EmbeddedStore::history(exchange::HistoryQuery query,
                                                        Deadline deadline) {
  const auto requester = who(query.viewer.participant);
  while (true) {
    if (query.viewer.participant) {
      Concerns concerns = intents_of(*query.viewer.participant);
      CO_TRY(co_await reads_.until_settled(std::move(concerns), deadline));
    }
    auto ask = [this, query](ReadContext& context) { return views_.history(query, context); };
    CO_TRY_ASSIGN(exchange::HistoryPage page, co_await reads_.asked<exchange::HistoryPage>(
                                                  std::move(ask), requester, deadline));
    std::optional<exchange::ParticipantId> changing;
    for (const auto& item : page.items) {
      if (reads_.is_being_changed(*item.row)) changing = item.row->recipient;
    }
    // The filter may have excluded rows that an intent will change.
    const bool may_miss = query.filter.status.has_value() && !changing;
    if (!changing && !(may_miss && reads_.must_wait_for(any_intent))) co_return std::move(page);
    Concerns concerns = changing ? intents_from(*changing) : Concerns(any_intent);
    CO_TRY(co_await reads_.until_settled(std::move(concerns), deadline));
  }
}

Answering<exchange::CasePage> EmbeddedStore::cases(exchange::CaseQuery query, Deadline deadline) {
  return reads_.settled<exchange::CasePage>(
      any_intent, [this, query](ReadContext& context) { return views_.cases(query, context); },
      who(query.viewer.participant), deadline);
}

Answering<std::optional<exchange::FoundCase>> EmbeddedStore::find_case(exchange::CaseId id,
                                                                       exchange::CaseViewer viewer,
                                                                       Deadline deadline) {
  return reads_.settled<std::optional<exchange::FoundCase>>(
      any_intent,
      [this, id, viewer](ReadContext& context) { return views_.find_case(id, viewer, context); },
      who(viewer.participant), deadline);
}

Answering<std::vector<exchange::QueueState>> EmbeddedStore::queues(exchange::QueuesQuery query,
                                                                   Deadline deadline) {
  return reads_.settled<std::vector<exchange::QueueState>>(
      any_intent, [this, query](ReadContext& context) { return views_.queues(query, context); },
      who(query.participant), deadline);
}

Answering<std::vector<exchange::HeldState>> EmbeddedStore::held(exchange::ParticipantId participant,
                                                                Deadline deadline) {
  return reads_.settled<std::vector<exchange::HeldState>>(
      any_intent,
      [this, participant](ReadContext& context) { return views_.held(participant, context); },
      who(participant), deadline);
}

Answering<std::vector<exchange::StatisticsCount>> EmbeddedStore::statistics(
    exchange::StatisticsQuery query, Deadline deadline) {
  return reads_.settled<std::vector<exchange::StatisticsCount>>(
      any_intent, [this, query](ReadContext& context) { return views_.statistics(query, context); },
      who(query.viewer.participant), deadline);
}

Answering<exchange::NextNumbers> EmbeddedStore::next_numbers(Deadline) {
  co_return published_.next_numbers();
}

Answering<std::vector<exchange::Intent>> EmbeddedStore::intents(Deadline) {
  co_return published_.intents();
}

Answering<std::vector<exchange::DueDelivery>> EmbeddedStore::deliveries_due(
    exchange::CallPlaces places, Deadline deadline) {
  using Due = std::vector<exchange::DueDelivery>;
  const exchange::Instant now = about_now();
  auto ask = [this, now, places](ReadContext& context) {
    return webhook_reads_.due(now, places, context);
  };
  CO_TRY_ASSIGN(Due due, co_await reads_.asked<Due>(std::move(ask), the_network, deadline));
  co_return webhook_reads_.leased(std::move(due), now);
}

Answering<std::vector<exchange::EndpointStanding>> EmbeddedStore::endpoint_standings(
    std::vector<exchange::EndpointId> ids, Deadline deadline) {
  return reads_.asked<std::vector<exchange::EndpointStanding>>(
      [this, ids = std::move(ids)](ReadContext& context) {
        return webhook_reads_.standings(ids, context);
      },
      the_network, deadline);
}

Answering<exchange::ActPage> EmbeddedStore::acts(exchange::ActQuery query, Deadline deadline) {
  return reads_.asked<exchange::ActPage>(
      [this, query](ReadContext& context) { return views_.acts(query, context); }, the_network,
      deadline);
}

Answering<exchange::EffectsPage> EmbeddedStore::effects(std::uint64_t after,
                                                        std::uint32_t count_max,
                                                        Deadline deadline) {
  auto ask = [this, after, count_max](ReadContext& context) -> Result<exchange::EffectsPage> {
    if (context.patience == Patience::in_memory_only) return base::refuse(would_wait(context));
    return views_.effects(after, count_max);
  };
  return reads_.asked<exchange::EffectsPage>(std::move(ask), the_network, deadline);
}

}  // namespace tradepost::store::embedded
