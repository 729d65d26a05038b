#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "exchange/rules/decide.hpp"

// Parts that several decisions share.
namespace tradepost::exchange {

// Returns the answer that a command's key determines, before any other rule; nullopt: the command
// continues. `again` makes the answer to a repetition.
template <typename Answer, typename Keyed, typename Facts, typename Again>
std::optional<Answer> check_key(const Keyed& command, const Facts& facts, Again again) {
  if (!command.key) return std::nullopt;
  if (facts.key && facts.key->payload == command.key->payload) return again(facts.key->answer);
  if (facts.key) return KeyMismatch{};
  if (facts.keys_alive >= command.rules.keys_max) return KeysFull{};
  return std::nullopt;
}

// Returns true if the state makes a repetition a duplicate: pending, held or processed.
constexpr bool is_alive(State state) {
  return state == State::pending || state == State::held || state == State::success;
}

// Returns true for a document that an operator handed on from another recipient (contract 9.14). A
// requeue has the other cause.
inline bool is_moved(const Transaction& row) {
  return row.origin.requeued && row.origin.cause == SendCause::sent;
}

bool same_route(const RouteSeen& seen, const RouteSeen& now);

// Returns true if held documents must precede this one, because the relationship accepts them now.
bool is_behind_held(const HeldFact& held, const Relationship* standing);
bool is_held_full(const HeldFact& held, const Bytes& content,
                  const std::optional<Original>& original);

// Makes the `requested` relationship that a document adds if there is none (contract 5.5).
DirectorySet requested_by(const Transaction& row, Instant now);

CaseSet resolved(const Case& open, ResolvedBy by, Actor actor, Instant now);

// Returns an id that follows from its purpose, so that a repeated slice creates nothing twice.
base::Uuid derived_id(std::string_view purpose, std::initializer_list<base::Uuid> of,
                      std::int64_t number = 0);

// The first `length_max` code points of a text.
struct CutText {
  std::string text;
  bool was_cut = false;
};
CutText cut(std::string text, std::size_t length_max);
CutText cut(Context& context);  // in place; `text` stays empty

std::vector<ParticipantId> without_repeats(std::vector<ParticipantId> ids);
// Returns principal and agent: the owners of a transaction's case, together with its recipient if
// the case is visible to it.
std::vector<ParticipantId> senders_of(const Transaction& row);

// Makes the effects that release these documents, in order. Documents that the relationship does
// not accept stay held.
std::vector<Effect> release(const ReleaseFacts& facts, std::uint32_t& count);

}  // namespace tradepost::exchange
