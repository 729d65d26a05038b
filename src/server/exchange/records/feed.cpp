#include "exchange/records/feed.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "exchange/rules/decide_parts.hpp"

namespace tradepost::exchange {
namespace {

template <typename... Cases>
struct Overloaded : Cases... {
  using Cases::operator()...;
};

FeedEntry pending(const Transaction& row) {
  return {.participant = row.recipient,
          .flow = row.flow,
          .type = FeedType::pending,
          .id = row.id.uuid()};
}

Actor sender_of(const Transaction& row) {
  if (row.parties.agent) return Actor::of(*row.parties.agent);
  return row.parties.principal.participant ? Actor::of(*row.parties.principal.participant)
                                           : Actor::network();
}

std::vector<EventOf> events_of_sent(const Sent& sent) {
  const Transaction& row = sent.transaction;
  const Actor by = sender_of(row);
  std::vector<EventOf> events;
  if (sent.carried) {
    for (const Event& event : sent.carried->events)
      events.push_back({.id = row.id, .event = event});
    return events;
  }
  const auto add = [&](TransactionId id, EventType type, std::string detail, Audience audience) {
    events.push_back({.id = id,
                      .event = {.at = row.created,
                                .type = type,
                                .by = by,
                                .detail = std::move(detail),
                                .audience = audience}});
  };
  if (is_moved(row)) {
    // Each of the two recipients learns nothing about the other transaction.
    for (const auto& [of, other] :
         {std::pair(*row.origin.requeued, row.id), std::pair(row.id, *row.origin.requeued)}) {
      events.push_back({.id = of,
                        .event = {.at = row.created,
                                  .type = EventType::moved,
                                  .by = Actor::network(),
                                  .detail = other.to_string(),
                                  .audience = Audience::senders}});
    }
  } else if (row.origin.requeued) {
    const bool is_held = row.state == State::held;
    add(*row.origin.requeued, EventType::requeued, row.id.to_string(),
        is_held ? Audience::senders : Audience::everyone);
  }
  add(row.id, EventType::received,
      fmt::format("{}: {} {}", row.routed_by.role, name_of(row.routed_by.identifier.domain),
                  row.routed_by.identifier.text),
      Audience::everyone);
  for (const Finding& warning : row.warnings) {
    add(row.id, EventType::warning, fmt::format("{}: {}", warning.path, warning.message),
        Audience::everyone);
  }
  const bool is_held = row.state == State::held;
  add(row.id, is_held ? EventType::held : EventType::delivered, {},
      is_held ? Audience::senders : Audience::everyone);
  return events;
}

}  // namespace

std::vector<FeedEntry> feed_of(const Effect& effect, const Transaction* row) {
  std::vector<FeedEntry> entries;
  const auto deliver = [&] {
    if (row != nullptr && row->was_delivered()) entries.push_back(pending(*row));
  };
  std::visit(Overloaded{
                 [&](const Sent& sent) {
                   if (!sent.carried) deliver();
                 },
                 [&](const Released&) { deliver(); },
                 [&](const Moved&) { deliver(); },
                 [&](const Reported&) {
                   if (row == nullptr) return;
                   for (const ParticipantId sender : senders_of(*row)) {
                     entries.push_back({.participant = sender,
                                        .flow = row->flow,
                                        .type = FeedType::reported,
                                        .id = row->id.uuid()});
                   }
                 },
                 [&](const CaseSet& set) {
                   if (set.value.revision != 1 || set.is_carried) return;
                   for (const ParticipantId owner : set.value.owners) {
                     entries.push_back({.participant = owner,
                                        .flow = set.value.flow,
                                        .type = FeedType::case_opened,
                                        .id = set.value.id.uuid()});
                   }
                 },
                 [](const auto&) {},
             },
             effect);
  return entries;
}

void add_event(std::vector<Event>& events, Event event) {
  const auto earlier = std::ranges::find_if(events, [&](const Event& before) {
    const bool is_same = event.type == EventType::received ||
                         (event.type == EventType::requeued && before.detail == event.detail);
    return is_same && before.type == event.type;
  });
  if (earlier == events.end()) {
    events.push_back(std::move(event));
  } else {
    earlier->by = event.by;
  }
}

std::vector<EventOf> events_of(const Effect& effect) {
  const auto one = [](TransactionId id, Event event) {
    return std::vector<EventOf>{{.id = id, .event = std::move(event)}};
  };
  return std::visit(
      Overloaded{
          [](const Sent& sent) { return events_of_sent(sent); },
          [&](const Superseded& it) {
            return one(it.id, {.at = it.at,
                               .type = EventType::superseded,
                               .by = Actor::network(),
                               .detail = it.by.to_string()});
          },
          [&](const Released& it) {
            return one(
                it.id,
                {.at = it.at, .type = EventType::delivered, .by = Actor::network(), .detail = {}});
          },
          [&](const Reported& it) {
            const bool is_success = it.report.verdict == Verdict::success;
            return one(it.id, {.at = it.report.at,
                               .type = EventType::reported,
                               .by = it.report.by,
                               .detail = is_success ? "success" : "failure"});
          },
          [&](const Discarded& it) {
            return one(
                it.id,
                {.at = it.at, .type = EventType::discarded, .by = it.by, .detail = it.reason});
          },
          [&](const Moved& it) {
            return one(
                it.id,
                {.at = it.at, .type = EventType::moved, .by = Actor::network(), .detail = {}});
          },
          [&](const Noted& it) {
            const bool may_be_held = it.type == EventType::requeued;
            return one(it.id, {.at = it.at,
                               .type = it.type,
                               .by = it.by,
                               .detail = it.detail,
                               .audience = may_be_held ? Audience::senders : Audience::everyone});
          },
          [&](const Erased& it) {
            return one(it.id, {.at = it.at, .type = EventType::erased, .by = it.by, .detail = {}});
          },
          [&](const Removed& it) {
            return one(it.id, {.at = it.at,
                               .type = EventType::content_removed,
                               .by = Actor::network(),
                               .detail = {}});
          },
          [](const auto&) { return std::vector<EventOf>{}; },
      },
      effect);
}

}  // namespace tradepost::exchange
