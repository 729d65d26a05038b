#include "webhooks/poster.hpp"

#include <chrono>
#include <utility>

#include "base/ground/limits.hpp"
#include "base/tasks/awaitables.hpp"
#include "exchange/desk/cause.hpp"

namespace tradepost::webhooks {
namespace {

namespace limits = base::limits;
using base::Task;
using exchange::Delivered;
using exchange::FeedPlace;

constexpr std::chrono::milliseconds poll_interval{100};
constexpr std::chrono::minutes tidy_every{1};
constexpr std::chrono::seconds pause_after_failure{1};
constexpr std::chrono::seconds store_answers_within{10};

}  // namespace

Task<void> Poster::run(base::StopSignal& stop) {
  base::Executor& executor = co_await base::this_executor();
  auto next_tidying = executor.now() + tidy_every;
  while (!stop.is_set()) {
    if (executor.now() >= next_tidying) {
      forget_removed();
      next_tidying = executor.now() + tidy_every;
    }
    auto next_look = executor.now() + poll_interval;
    if (places_.has_any()) {
      auto due =
          co_await parts_.desk.store.deliveries_due(places_, executor.now() + store_answers_within);
      // The store may know an endpoint that another node has just added. If the directory did not
      // have it yet, a document of that endpoint would count as sent.
      const bool knows_all = due && (due->empty() || co_await knows_directory());
      if (!due) warn("webhooks_not_read", due.error());
      if (!knows_all) {
        next_look = executor.now() + pause_after_failure;
      } else {
        for (exchange::DueDelivery& one : *due) {
          const exchange::ParticipantId participant = one.participant;
          places_.take(participant);
          ++under_way_;
          base::start(executor, go(std::move(one), stop), [this, participant] {
            places_.give_back(participant);
            --under_way_;
          });
        }
      }
    }
    co_await stop.wait_until(next_look);
  }
  while (under_way_ > 0) co_await base::sleep_until(executor.now() + poll_interval / 10);
}

Task<bool> Poster::knows_directory() {
  base::Executor& executor = co_await base::this_executor();
  exchange::Desk& desk = parts_.desk;
  const auto done =
      co_await desk.directory.catch_up(desk.store, executor.now() + store_answers_within);
  if (!done) warn("webhooks_not_read", done.error());
  co_return done.has_value();
}

Task<void> Poster::go(exchange::DueDelivery due, const base::StopSignal& stop) {
  base::Executor& executor = co_await base::this_executor();
  const auto last_begin = executor.now() + limits::webhook_go_max;
  due.behind.insert(due.behind.begin(), {.position = due.position, .entry = due.entry});
  Delivered outcome{.endpoint = due.endpoint,
                    .position = 0,
                    .outcome = Delivered::Outcome::taken,
                    .fence = due.fence,
                    .taken_before = 0};
  for (FeedPlace& place : due.behind) {
    const exchange::Position position = place.position;
    const EventOutcome event_outcome = co_await call_with_event(due.endpoint, std::move(place));
    if (event_outcome == EventOutcome::unknown) break;
    if (event_outcome == EventOutcome::failed) {
      outcome.taken_before = outcome.position;
      outcome.outcome = Delivered::Outcome::failed;
    }
    outcome.position = position;
    if (event_outcome == EventOutcome::failed || stop.is_set() || executor.now() >= last_begin)
      break;
  }
  // Nothing is stored for an unknown outcome: the lease expires.
  if (outcome.position == 0) co_return;
  const auto kept =
      co_await parts_.desk.store.delivered(outcome, executor.now() + store_answers_within);
  if (!kept) warn("webhook_not_recorded", kept.error());
  if (outcome.outcome == Delivered::Outcome::failed) co_await note_failure(due.endpoint);
}

// An endpoint in state given_up is not called, so it must not count as waiting in the metrics.
Task<void> Poster::note_failure(exchange::EndpointId id) {
  base::Executor& executor = co_await base::this_executor();
  std::vector<exchange::EndpointId> ids{id};
  const auto standings = co_await parts_.desk.store.endpoint_standings(
      std::move(ids), executor.now() + store_answers_within);
  if (!standings || standings->empty()) co_return;
  if (standings->front().progress.state != exchange::EndpointState::given_up) co_return;
  parts_.caller.record().set_waiting(id, std::nullopt);
  parts_.log.warning("webhook_given_up", {{"webhook", id.to_string()}});
}

void Poster::forget_removed() const {
  const exchange::DirectoryPtr directory = parts_.desk.directory.current();
  parts_.caller.forget([&](exchange::EndpointId id) {
    const exchange::Endpoint* const endpoint = directory->endpoint(id);
    return endpoint == nullptr || endpoint->state == exchange::EndpointState::removed;
  });
}

Task<Poster::EventOutcome> Poster::call_with_event(exchange::EndpointId id, FeedPlace place) {
  base::Executor& executor = co_await base::this_executor();
  exchange::Desk& desk = parts_.desk;
  const auto event =
      co_await exchange::webhook_event(desk, place, executor.now() + store_answers_within);
  if (!event) {
    warn("webhook_event_not_read", event.error());
    co_return EventOutcome::unknown;
  }
  if (!*event) co_return EventOutcome::taken;  // the participant no longer sees it
  exchange::DirectoryPtr directory = desk.directory.current();
  const exchange::Endpoint* const known = directory->endpoint(id);
  if (known == nullptr || known->state == exchange::EndpointState::removed) {
    parts_.caller.record().set_waiting(id, std::nullopt);
    co_return EventOutcome::unknown;
  }
  exchange::Endpoint endpoint = *known;
  Caller::Message message{.event = (*event)->id,
                          .type = exchange::name_of(place.entry.type),
                          .about = place.entry.id,
                          .position = place.position,
                          .why = exchange::CallCause::event,
                          .cause = exchange::cause_of(place.entry.type, place.entry.id),
                          .body = body_of(**event, *directory, parts_.write_subject)};
  const auto made =
      co_await parts_.caller.call(std::move(directory), std::move(endpoint), std::move(message));
  if (!made) co_return EventOutcome::unknown;
  CallRecord& record = parts_.caller.record();
  if (made->is_taken()) {
    record.set_waiting(id, std::nullopt);
    co_return EventOutcome::taken;
  }
  record.set_waiting(id, (*event)->at);
  parts_.log.info("webhook_call_failed", {{"webhook", id.to_string()},
                                          {"event_id", made->event.to_string()},
                                          {"reason", made->why_not}});
  co_return EventOutcome::failed;
}

void Poster::warn(std::string_view event, const base::Error& error) const {
  parts_.log.warning(event, {{"detail", error.detail().str()}});
}

}  // namespace tradepost::webhooks
