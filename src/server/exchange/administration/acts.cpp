#include "exchange/administration/acts.hpp"

#include <fmt/format.h>

#include <array>
#include <utility>
#include <vector>

#include "exchange/administration/operators.hpp"
#include "exchange/desk/cursor.hpp"
#include "exchange/desk/named.hpp"

namespace tradepost::exchange {
namespace {

struct Told {
  ActType type{};
  base::Uuid subject;
  std::string detail;
};

Told told_of(const Participant& entry) {
  const bool is_open = entry.state == ParticipantState::open;
  const ActType changed = is_open ? ActType::participant_changed : ActType::participant_closed;
  return {.type = entry.revision == 1 ? ActType::participant_added : changed,
          .subject = entry.id.uuid(),
          .detail = entry.name};
}

Told told_of(const Token& entry) {
  return {.type = entry.revoked ? ActType::token_revoked : ActType::token_added,
          .subject = entry.id.uuid(),
          .detail = entry.name};
}

Told told_of(const Relationship& entry) {
  constexpr std::array<std::string_view, 4> statuses = {"", "requested", "active", "blocked"};
  return {.type = ActType::relationship_set,
          .subject = entry.to.uuid(),
          .detail = fmt::format("from {}: {}", entry.from.to_string(),
                                statuses[static_cast<std::size_t>(entry.status)])};
}

Told told_of(const Endpoint& entry) {
  const bool is_removed = entry.state == EndpointState::removed;
  const ActType changed = is_removed ? ActType::webhook_removed : ActType::webhook_changed;
  return {.type = entry.revision == 1 ? ActType::webhook_added : changed,
          .subject = entry.id.uuid(),
          .detail = entry.url};
}

Told told_of(const NumberRange& entry) {
  return {.type = ActType::range_set, .subject = entry.id.uuid(), .detail = entry.prefix};
}

Told told_of(const Setting& entry) {
  constexpr std::array<std::string_view, 5> names = {"", "network", "retention", "webhook-targets",
                                                     "operators"};
  return {.type = ActType::setting_changed,
          .subject = {},
          .detail = std::string(names[static_cast<std::size_t>(entry.name)])};
}

std::optional<Act> act(Instant at, Actor by, Told told) {
  return Act{.at = at,
             .by = by,
             .type = told.type,
             .subject = told.subject,
             .detail = std::move(told.detail)};
}

std::optional<Act> of(const DirectorySet& effect) {
  if (effect.carried) return std::nullopt;
  return act(effect.at, effect.by,
             std::visit([](const auto& entry) { return told_of(entry); }, effect.entry));
}

std::optional<Act> of(const Discarded& effect) {
  return act(effect.at, effect.by,
             {.type = ActType::transaction_discarded,
              .subject = effect.id.uuid(),
              .detail = effect.reason});
}

std::optional<Act> of(const Noted& effect) {
  const bool is_operators = effect.by.type == Actor::Type::operator_;
  if (effect.type != EventType::requeued || !is_operators) return std::nullopt;
  return act(effect.at, effect.by,
             {.type = ActType::transaction_requeued,
              .subject = effect.id.uuid(),
              .detail = "as " + effect.detail});
}

std::optional<Act> of(const Erased& effect) {
  return act(effect.at, effect.by,
             {.type = ActType::transaction_erased, .subject = effect.id.uuid(), .detail = {}});
}

std::optional<Act> of(const CaseCommented& effect) {
  if (effect.by.type != Actor::Type::operator_ || effect.is_carried) return std::nullopt;
  return act(effect.at, effect.by,
             {.type = ActType::case_commented, .subject = effect.id.uuid(), .detail = effect.text});
}

std::optional<Act> of(const IntentSet& effect) {
  if (effect.is_carried) return std::nullopt;
  const Intent& intent = effect.intent;
  if (intent.type == IntentType::close) {
    return act(effect.at, intent.by,
               {.type = ActType::participant_closing, .subject = intent.from.uuid(), .detail = {}});
  }
  return act(effect.at, intent.by,
             {.type = ActType::pending_taken,
              .subject = intent.from.uuid(),
              .detail = intent.to ? "to " + intent.to->to_string() : ""});
}

std::optional<Act> of(const ActCarried& effect) {
  return effect.act;
}

template <typename Other>
std::optional<Act> of(const Other&) {
  return std::nullopt;
}

std::string name_now(const Directory& directory, const Actor& by) {
  switch (by.type) {
    case Actor::Type::participant:
      return named(directory, ParticipantId(by.id)).name;
    case Actor::Type::operator_:
      for (const Operator& one : operators_of(directory)) {
        if (one.id.uuid() == by.id) return one.name;
      }
      return "former operator";
    case Actor::Type::network:
      break;
  }
  return "network";
}

}  // namespace

std::optional<Act> act_of(const Effect& effect) {
  return std::visit([](const auto& value) { return of(value); }, effect);
}

std::string_view name_of(ActType type) {
  constexpr std::array<std::string_view, 17> names = {
      "participant.added",    "participant.changed", "participant.closing",   "participant.closed",
      "pending.taken",        "token.added",         "token.revoked",         "relationship.set",
      "webhook.added",        "webhook.changed",     "webhook.removed",       "sscc-range.set",
      "setting.changed",      "case.commented",      "transaction.discarded", "transaction.erased",
      "transaction.requeued",
  };
  return names[static_cast<std::size_t>(type) - 1];
}

Answering<DirectoryPageAnswer<ActShown>> acts(Desk& desk, OperatorId /*by*/, PageOf page,
                                              Deadline deadline) {
  using Answer = DirectoryPageAnswer<ActShown>;
  Cursor place = operators_cursor(desk, Cursor::List::acts, 0);
  if (page.cursor && !is_for(*page.cursor, place)) co_return Answer(BadCursor{});
  ActQuery query{.before = {}, .count_max = page.count_max};
  if (page.cursor) query.before = page.cursor->position;
  CO_TRY_ASSIGN(const ActPage found, co_await desk.store.acts(query, deadline));
  const DirectoryPtr directory = desk.directory.current();
  DirectoryPage<ActShown> shown;
  for (const auto& [sequence, act] : found.acts) {
    shown.items.push_back({.act = act, .by = name_now(*directory, act.by)});
    place.position = sequence;
  }
  if (found.more) shown.next = place;
  co_return Answer(std::move(shown));
}

}  // namespace tradepost::exchange
