#include <utility>
#include <variant>

#include "base/ground/check.hpp"
#include "base/tasks/awaitables.hpp"
#include "base/tasks/task.hpp"
#include "store/embedded/embedded_store.hpp"

// The store's reads, of the index and the journal. They run in memory on the caller's thread, or on
// the pool.
namespace tradepost::store::embedded {
namespace {

base::Error too_late() {
  return {base::ErrorCode::unavailable,
          base::CallerText("The exchange was too busy to answer in time.")};
}

base::Error continues_later() {
  return {base::ErrorCode::unavailable,
          base::CallerText(
              "The exchange is shutting down. It continues the command after its restart.")};
}

// The actor of internal reads and of operators.
constexpr exchange::Actor the_network{};

exchange::Actor who(const std::optional<exchange::ParticipantId>& participant) {
  return participant ? exchange::Actor::of(*participant) : the_network;
}

QueueName feed_of(const exchange::Endpoint& endpoint) {
  return {.participant = endpoint.participant, .flow = endpoint.flow};
}

}  // namespace

template <typename Answer, typename Read>
Answering<Answer> EmbeddedStore::read(exchange::Actor requester, Read read, Deadline deadline) {
  ReadContext here{.patience = Patience::in_memory_only};
  Result<Answer> at_once = read(here);
  if (at_once || !here.would_wait) co_return std::move(at_once);
  base::Executor& executor = co_await base::this_executor();
  base::Completion<Result<Answer>> answered(executor);
  const bool is_taken = pool_->post(
      [read = std::move(read), completer = answered.completer()](base::NoTool&) mutable {
        ReadContext patient;
        completer.fulfil(read(patient));
      },
      requester);
  CHECK(is_taken);  // the store outlives its callers
  std::optional<Result<Answer>> answer = co_await answered.wait_until(deadline);
  if (!answer) co_return base::refuse(too_late());
  co_return *std::move(answer);
}

Answering<std::monostate> EmbeddedStore::until_settled(Concerns concerns, Deadline deadline) {
  base::Executor& executor = co_await base::this_executor();
  while (awaits(concerns)) {
    if (published_.waits_have_ended()) co_return base::refuse(continues_later());
    base::Completion<bool> done(executor);
    published_.when_one_is_done(done.completer());
    const auto is_done = co_await done.wait_until(deadline);
    if (!is_done) co_return base::refuse(too_late());
  }
  co_return std::monostate{};
}

bool EmbeddedStore::awaits(const Concerns& concerns) const {
  return finishes_intents_ && published_.is_under_way(concerns);
}

bool EmbeddedStore::is_changing(const exchange::Transaction& row) const {
  if (exchange::status_of(row.state) != exchange::Status::pending) return false;
  return awaits([&](const exchange::Intent& intent) { return intent.from == row.recipient; });
}

Answering<std::optional<exchange::KeyFact>> EmbeddedStore::key(exchange::KeyUse use,
                                                               Deadline deadline) {
  auto ask = [this, use](ReadContext& context) {
    ReadSet unused;
    return FactReader(records_, queues_, committer_->clock().about_now(), context, unused).key(use);
  };
  return read<std::optional<exchange::KeyFact>>(who(use.participant), std::move(ask), deadline);
}

Answering<exchange::DirectoryNews> EmbeddedStore::directory(exchange::Revision since, Deadline) {
  co_return published_.news_since(since);
}

// Runs on the pool, because the queue can have any length.
Answering<LeftBehind> EmbeddedStore::left_behind(exchange::DirectoryChange change,
                                                 Deadline deadline) {
  auto look = [this, change](ReadContext& context) -> Result<LeftBehind> {
    if (context.patience == Patience::in_memory_only) return base::refuse(would_wait(context));
    ReadSet unused;
    FactReader reader(records_, queues_, committer_->clock().about_now(), context, unused);
    return reader.left_behind(change, {});
  };
  return read<LeftBehind>(change.by, std::move(look), deadline);
}

Answering<exchange::PendingPage> EmbeddedStore::pending(exchange::PendingQuery query,
                                                        Deadline deadline) {
  Concerns is_its = [recipient = query.recipient](const exchange::Intent& intent) {
    return is_part_of(recipient, intent);
  };
  CO_TRY(co_await until_settled(std::move(is_its), deadline));
  auto ask = [this, query](ReadContext& context) { return views_.pending(query, context); };
  co_return co_await read<exchange::PendingPage>(who(query.recipient), std::move(ask), deadline);
}

Answering<bool> EmbeddedStore::wait(exchange::PendingQuery query, Deadline deadline) {
  base::Executor& executor = co_await base::this_executor();
  const QueueName name{.participant = query.recipient, .flow = query.flow};
  base::Completion<bool> arrived(executor);
  const auto waiting = queues_.wait(name, query.after, query.kinds, arrived.completer());
  auto ask = [this, query](ReadContext& context) { return views_.has_pending(query, context); };
  const Result<bool> is_there = co_await read<bool>(who(query.recipient), std::move(ask), deadline);
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
    CO_TRY_ASSIGN(Answer found,
                  co_await read<Answer>(who(query.viewer.participant), std::move(ask), deadline));
    if (!found || !is_changing(*found->row)) co_return std::move(found);
    Concerns is_its = [from = found->row->recipient](const exchange::Intent& intent) {
      return intent.from == from;
    };
    CO_TRY(co_await until_settled(std::move(is_its), deadline));
  }
}

Answering<std::optional<exchange::TransactionId>> EmbeddedStore::find_by_sscc(
    exchange::SsccQuery query, Deadline deadline) {
  using Answer = std::optional<exchange::TransactionId>;
  Concerns is_its = [viewer = *query.viewer.participant](const exchange::Intent& intent) {
    return is_part_of(viewer, intent);
  };
  CO_TRY(co_await until_settled(std::move(is_its), deadline));
  auto ask = [this, query](ReadContext& context) { return views_.find_by_sscc(query, context); };
  co_return co_await read<Answer>(who(query.viewer.participant), std::move(ask), deadline);
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
    auto ask = [this, query](ReadContext& context) { return views_.history(query, context); };
    CO_TRY_ASSIGN(exchange::HistoryPage page,
                  co_await read<exchange::HistoryPage>(who(query.viewer.participant),
                                                       std::move(ask), deadline));
    std::optional<exchange::ParticipantId> changing;
    for (const auto& item : page.items) {
      if (is_changing(*item.row)) changing = item.row->recipient;
    }
    // The filter may have excluded rows that an intent will change.
    const bool may_miss = query.filter.status.has_value() && !changing;
    const auto is_any = [](const exchange::Intent&) { return true; };
    if (!changing && !(may_miss && awaits(is_any))) co_return std::move(page);
    Concerns concerns = [changing](const exchange::Intent& intent) {
      return !changing || intent.from == *changing;
    };
    CO_TRY(co_await until_settled(std::move(concerns), deadline));
  }
}

Answering<exchange::CasePage> EmbeddedStore::cases(exchange::CaseQuery query, Deadline deadline) {
  Concerns any = [](const exchange::Intent&) { return true; };
  CO_TRY(co_await until_settled(std::move(any), deadline));
  auto ask = [this, query](ReadContext& context) { return views_.cases(query, context); };
  co_return co_await read<exchange::CasePage>(who(query.viewer.participant), std::move(ask),
                                              deadline);
}

Answering<std::optional<exchange::FoundCase>> EmbeddedStore::find_case(exchange::CaseId id,
                                                                       exchange::CaseViewer viewer,
                                                                       Deadline deadline) {
  using Answer = std::optional<exchange::FoundCase>;
  Concerns any = [](const exchange::Intent&) { return true; };
  CO_TRY(co_await until_settled(std::move(any), deadline));
  auto ask = [this, id, viewer](ReadContext& context) {
    return views_.find_case(id, viewer, context);
  };
  co_return co_await read<Answer>(who(viewer.participant), std::move(ask), deadline);
}

Answering<std::vector<exchange::QueueState>> EmbeddedStore::queues(exchange::QueuesQuery query,
                                                                   Deadline deadline) {
  Concerns any = [](const exchange::Intent&) { return true; };
  CO_TRY(co_await until_settled(std::move(any), deadline));
  auto ask = [this, query](ReadContext& context) { return views_.queues(query, context); };
  co_return co_await read<std::vector<exchange::QueueState>>(who(query.participant), std::move(ask),
                                                             deadline);
}

Answering<std::vector<exchange::HeldState>> EmbeddedStore::held(exchange::ParticipantId participant,
                                                                Deadline deadline) {
  Concerns any = [](const exchange::Intent&) { return true; };
  CO_TRY(co_await until_settled(std::move(any), deadline));
  auto ask = [this, participant](ReadContext& context) {
    return views_.held(participant, context);
  };
  co_return co_await read<std::vector<exchange::HeldState>>(who(participant), std::move(ask),
                                                            deadline);
}

Answering<std::vector<exchange::StatisticsCount>> EmbeddedStore::statistics(
    exchange::StatisticsQuery query, Deadline deadline) {
  Concerns any = [](const exchange::Intent&) { return true; };
  CO_TRY(co_await until_settled(std::move(any), deadline));
  auto ask = [this, query](ReadContext& context) { return views_.statistics(query, context); };
  co_return co_await read<std::vector<exchange::StatisticsCount>>(who(query.viewer.participant),
                                                                  std::move(ask), deadline);
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
  const exchange::Instant now = committer_->clock().about_now();
  auto ask = [this, now, places](ReadContext& context) { return due(now, places, context); };
  CO_TRY_ASSIGN(Due candidates, co_await read<Due>(the_network, std::move(ask), deadline));
  std::erase_if(candidates, [&](exchange::DueDelivery& candidate) {
    const auto fence = leases_.take(candidate.endpoint, candidate.fence, now);
    candidate.fence = fence.value_or(0);
    return !fence;
  });
  co_return std::move(candidates);
}

Result<std::vector<exchange::DueDelivery>> EmbeddedStore::due(exchange::Instant now,
                                                              exchange::CallPlaces places,
                                                              ReadContext& context) {
  std::vector<exchange::DueDelivery> due;
  const exchange::DirectoryPtr directory = published_.directory();
  const auto endpoints = published_.endpoints();
  // Begins after the endpoint that was leased last, so that every endpoint gets a turn.
  auto at = endpoints.upper_bound(leases_.taken_last());
  for (std::size_t looked_at = 0; looked_at < endpoints.size(); ++looked_at, ++at) {
    if (at == endpoints.end()) at = endpoints.begin();
    if (!places.has_any()) break;
    const auto& [id, progress] = *at;
    const auto* const endpoint = directory->endpoint(id);
    const bool is_active = endpoint != nullptr &&
                           progress.state == exchange::EndpointState::active &&
                           exchange::is_due(progress, now) && !leases_.is_taken(id, now);
    if (!is_active || !places.has_one_for(endpoint->participant)) continue;
    const auto look = feed_looks_.begin(*endpoint, progress.position);
    if (!look) continue;
    TRY_ASSIGN(auto part, views_.feed({.of = feed_of(*endpoint),
                                       .after = look->after,
                                       .types = endpoint->events,
                                       .count_max = base::limits::webhook_events_in_a_go},
                                      context));
    if (part.entries.empty()) {
      const auto reaches = part.is_whole ? FeedLooks::Reaches::whole : FeedLooks::Reaches::part;
      feed_looks_.found_nothing(*endpoint, *look, part.seen, reaches);
      continue;
    }
    places.take(endpoint->participant);
    due.push_back({.endpoint = id,
                   .participant = endpoint->participant,
                   .position = part.entries.front().position,
                   .entry = part.entries.front().entry,
                   .fence = progress.fence});
    due.back().behind.assign(part.entries.begin() + 1, part.entries.end());
  }
  return due;
}

Answering<std::vector<exchange::EndpointStanding>> EmbeddedStore::endpoint_standings(
    std::vector<exchange::EndpointId> ids, Deadline deadline) {
  using Standings = std::vector<exchange::EndpointStanding>;
  auto ask = [this, ids = std::move(ids)](ReadContext& context) -> Result<Standings> {
    Standings standings;
    const exchange::DirectoryPtr directory = published_.directory();
    const auto endpoints = published_.endpoints();
    for (const exchange::EndpointId id : ids) {
      const auto at = endpoints.find(id);
      const auto* const endpoint = directory->endpoint(id);
      if (at == endpoints.end() || endpoint == nullptr) continue;
      TRY_ASSIGN(const auto part,
                 views_.feed({.of = feed_of(*endpoint),
                              .after = at->second.position,
                              .types = endpoint->events,
                              .count_max = base::limits::webhook_events_counted_max},
                             context));
      standings.push_back({.progress = at->second,
                           .waiting = static_cast<std::uint32_t>(part.entries.size()),
                           .next = {}});
      if (!part.entries.empty()) standings.back().next = part.entries.front();
    }
    return standings;
  };
  co_return co_await read<Standings>(the_network, std::move(ask), deadline);
}

Answering<exchange::ActPage> EmbeddedStore::acts(exchange::ActQuery query, Deadline deadline) {
  auto ask = [this, query](ReadContext& context) { return views_.acts(query, context); };
  return read<exchange::ActPage>(the_network, std::move(ask), deadline);
}

Answering<exchange::EffectsPage> EmbeddedStore::effects(std::uint64_t after,
                                                        std::uint32_t count_max,
                                                        Deadline deadline) {
  auto ask = [this, after, count_max](ReadContext& context) -> Result<exchange::EffectsPage> {
    if (context.patience == Patience::in_memory_only) return base::refuse(would_wait(context));
    return views_.effects(after, count_max);
  };
  return read<exchange::EffectsPage>(the_network, std::move(ask), deadline);
}

}  // namespace tradepost::store::embedded
