#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "exchange/rules/decide.hpp"

// What several of the decisions have in common.
namespace tradepost::exchange {

// What a command's key answers before anything else is asked; none: go on.
template <typename Answer, typename Keyed, typename Facts>
std::optional<Answer> judge_key(const Keyed& command, const Facts& facts) {
  if (!command.key) return std::nullopt;
  if (facts.key && facts.key->payload == command.key->payload) return Replayed{facts.key->answer};
  if (facts.key) return KeyMismatch{};
  if (facts.keys_alive >= command.rules.keys_max) return KeysFull{};
  return std::nullopt;
}

// Still in the way of a repeat: it waits, or was processed.
constexpr bool is_alive(State state) {
  return state == State::pending || state == State::held || state == State::success;
}

bool same_route(const RouteSeen& seen, const RouteSeen& now);

// Something held goes before this document, for the relationship takes it by now.
bool is_behind_held(const HeldFact& held, const Relationship* standing);
bool is_held_full(const HeldFact& held, std::uint64_t content_bytes);

// The `requested` relationship that a document makes where there is none (contract 5.5).
DirectorySet requested_by(const Transaction& row, Instant now);

CaseSet resolved(const Case& open, ResolvedBy by, Actor actor, Instant now);

// An id that follows from what it is for, so that a slice that is done again makes nothing twice.
base::Uuid derived_id(std::string_view purpose, std::initializer_list<base::Uuid> of,
                      std::int64_t number = 0);

// At most `length_max` code points of it.
struct CutText {
  std::string text;
  bool was_cut = false;
};
CutText cut(std::string text, std::size_t length_max);
CutText cut(Context& context);  // in place; `text` stays empty

std::vector<ParticipantId> without_repeats(std::vector<ParticipantId> ids);
// Principal and agent: those that a case of a transaction is for, and its recipient where it knows
// of it.
std::vector<ParticipantId> senders_of(const Transaction& row);

// The effects of releasing these, in order; what the relationship does not take stays held.
std::vector<Effect> release(const ReleaseFacts& facts, std::uint32_t& count);

}  // namespace tradepost::exchange
