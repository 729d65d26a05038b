#include "exchange/records/act_of.hpp"

#include <fmt/format.h>

#include <array>
#include <string>
#include <string_view>
#include <utility>

namespace tradepost::exchange {
namespace {

struct Summary {
  ActType type{};
  base::Uuid subject;
  std::string detail;
};

Summary summary_of(const Participant& entry) {
  const bool is_open = entry.state == ParticipantState::open;
  const ActType changed = is_open ? ActType::participant_changed : ActType::participant_closed;
  return {.type = entry.revision == 1 ? ActType::participant_added : changed,
          .subject = entry.id.uuid(),
          .detail = entry.name};
}

Summary summary_of(const Token& entry) {
  return {.type = entry.revoked ? ActType::token_revoked : ActType::token_added,
          .subject = entry.id.uuid(),
          .detail = entry.name};
}

Summary summary_of(const Relationship& entry) {
  constexpr std::array<std::string_view, 4> statuses = {"", "requested", "active", "blocked"};
  return {.type = ActType::relationship_set,
          .subject = entry.to.uuid(),
          .detail = fmt::format("from {}: {}", entry.from.to_string(),
                                statuses[static_cast<std::size_t>(entry.status)])};
}

Summary summary_of(const Endpoint& entry) {
  const bool is_removed = entry.state == EndpointState::removed;
  const ActType changed = is_removed ? ActType::webhook_removed : ActType::webhook_changed;
  return {.type = entry.revision == 1 ? ActType::webhook_added : changed,
          .subject = entry.id.uuid(),
          .detail = entry.url};
}

Summary summary_of(const NumberRange& entry) {
  return {.type = ActType::range_set, .subject = entry.id.uuid(), .detail = entry.prefix};
}

Summary summary_of(const Setting& entry) {
  constexpr std::array<std::string_view, 6> names = {
      "", "network", "retention", "webhook-targets", "operators", "second-factor"};
  return {.type = ActType::setting_changed,
          .subject = {},
          .detail = std::string(names[static_cast<std::size_t>(entry.name)])};
}

std::optional<ActType> type_of(PersonChange change) {
  switch (change) {
    case PersonChange::invited:
      return ActType::person_invited;
    case PersonChange::joined:
      return ActType::person_joined;
    case PersonChange::memberships:
      return ActType::person_changed;
    case PersonChange::disabled:
      return ActType::person_disabled;
    case PersonChange::enabled:
      return ActType::person_enabled;
    case PersonChange::erased:
      return ActType::person_erased;
    case PersonChange::secrets:
      return ActType::person_secured;
    case PersonChange::profile:
    case PersonChange::sessions:
      break;
  }
  return std::nullopt;
}

// Returns nullopt for changes that concern only the person, such as a new session. The detail has
// no name, because an act remains after the person is erased.
std::optional<Summary> summary_of(const Person& entry) {
  const auto type = type_of(entry.change);
  if (!type) return std::nullopt;
  return Summary{.type = *type, .subject = entry.id.uuid(), .detail = {}};
}

// Returns nullopt for a number that was taken: its document shows who sent it.
std::optional<Summary> summary_of(const DocumentNumbers& entry) {
  if (entry.change == NumbersChange::taken) return std::nullopt;
  const bool is_removed = entry.change == NumbersChange::removed;
  return Summary{.type = is_removed ? ActType::numbers_removed : ActType::numbers_set,
                 .subject = entry.participant.uuid(),
                 .detail = fmt::format("{} {}: {}{:0{}}", name_of(entry.flow),
                                       document::row_of(entry.kind).name, entry.prefix, entry.next,
                                       entry.width)};
}

std::optional<Act> act(Instant at, Actor by, Summary summary) {
  return Act{.at = at,
             .by = by,
             .type = summary.type,
             .subject = summary.subject,
             .detail = std::move(summary.detail)};
}

std::optional<Act> of(const DirectorySet& effect) {
  if (effect.carried) return std::nullopt;
  auto summary = std::visit(
      [](const auto& entry) -> std::optional<Summary> { return summary_of(entry); }, effect.entry);
  return summary ? act(effect.at, effect.by, *std::move(summary)) : std::nullopt;
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

}  // namespace

std::optional<Act> act_of(const Effect& effect) {
  return std::visit([](const auto& value) { return of(value); }, effect);
}

}  // namespace tradepost::exchange
