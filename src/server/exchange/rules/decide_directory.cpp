#include <algorithm>

#include "exchange/rules/decide.hpp"
#include "exchange/rules/decide_parts.hpp"

namespace tradepost::exchange {
namespace {

using Answer = Decision<DirectoryAnswer>;

// Returns true if the same change was kept before. It has the same answer.
bool is_applied(const DirectoryChange& change, const DirectoryFacts& facts) {
  for (std::size_t i = 0; i < change.entries.size(); ++i) {
    if (!facts.current[i] || *facts.current[i] != change.entries[i]) return false;
  }
  return !change.entries.empty();
}

std::optional<Revision> conflicting(const DirectoryChange& change, const DirectoryFacts& facts) {
  for (std::size_t i = 0; i < change.entries.size(); ++i) {
    const Revision present = facts.current[i] ? revision_of(*facts.current[i]) : 0;
    if (revision_of(change.entries[i]) != present + 1) return present;
  }
  return std::nullopt;
}

bool holds(const Participant& participant, const Identifier& identifier) {
  return std::ranges::any_of(participant.identifiers, [&](const Identifier& own) {
    return comparable(own.domain, own.text) == identifier;
  });
}

// Returns the participant of the change that has the identifier after the change.
const Participant* holder_in(const DirectoryChange& change, const Identifier& identifier,
                             const Participant* but = nullptr) {
  for (const DirectoryEntry& entry : change.entries) {
    const auto* participant = std::get_if<Participant>(&entry);
    if (participant != nullptr && participant != but && holds(*participant, identifier))
      return participant;
  }
  return nullptr;
}

const Participant* entry_of(const DirectoryChange& change, ParticipantId id) {
  for (const DirectoryEntry& entry : change.entries) {
    const auto* participant = std::get_if<Participant>(&entry);
    if (participant != nullptr && participant->id == id) return participant;
  }
  return nullptr;
}

// A unique identifier has one holder, before and after the change (contract 1.2).
std::optional<IdentifierTaken> taken(const DirectoryChange& change, const DirectoryFacts& facts) {
  for (const auto& [identifier, owner] : facts.holders) {
    const Participant* const wants = holder_in(change, identifier);
    if (wants == nullptr || wants->id == owner) continue;
    const Participant* const gives = entry_of(change, owner);
    if (gives == nullptr || holds(*gives, identifier)) {
      return IdentifierTaken{.identifier = identifier, .owner = owner};
    }
  }
  for (const DirectoryEntry& entry : change.entries) {
    const auto* participant = std::get_if<Participant>(&entry);
    if (participant == nullptr) continue;
    for (const Identifier& own : participant->identifiers) {
      if (!is_unique(own.domain)) continue;
      const auto* const other = holder_in(change, comparable(own.domain, own.text), participant);
      if (other != nullptr) return IdentifierTaken{.identifier = own, .owner = other->id};
    }
  }
  return std::nullopt;
}

bool is_closing(const DirectoryChange& change) {
  return change.intent && change.intent->type == IntentType::close;
}

bool is_nothing(const QueueCounts& counts) {
  return counts.pending == 0 && counts.held == 0;
}

}  // namespace

Decision<DirectoryAnswer> decide(const DirectoryChange& change, const DirectoryFacts& facts) {
  if (is_applied(change, facts)) return {DirectoryChanged{.counts = facts.counts}, {}};
  if (const auto present = conflicting(change, facts)) return {RevisionConflict{*present}, {}};
  if (auto answer = taken(change, facts)) return {*std::move(answer), {}};
  if (facts.overlapped) return {RangesOverlap{*facts.overlapped}, {}};
  if (facts.under_way) return {IntentUnderWay{*facts.under_way}, {}};
  if (is_closing(change) && !is_nothing(facts.counts) && change.on_pending == OnPending::refuse) {
    return {StillPending{facts.counts}, {}};
  }

  DirectoryChanged changed{.counts = facts.counts};
  Answer decision;
  for (const DirectoryEntry& entry : change.entries) {
    DirectorySet set{.entry = entry, .at = facts.now, .by = change.by};
    auto* participant = std::get_if<Participant>(&set.entry);
    if (participant != nullptr && is_closing(change) && participant->id == change.intent->from) {
      participant->state =
          is_nothing(facts.counts) ? ParticipantState::closed : ParticipantState::closing;
    }
    decision.effects.emplace_back(std::move(set));
  }
  if (change.intent && !is_nothing(facts.counts)) {
    decision.effects.emplace_back(IntentSet{.intent = *change.intent, .at = facts.now});
  }
  for (const ReleaseFacts& direction : facts.releases) {
    std::ranges::move(release(direction, changed.released), std::back_inserter(decision.effects));
    changed.more_held = changed.more_held || direction.more;
  }
  decision.answer = changed;
  return decision;
}

}  // namespace tradepost::exchange
