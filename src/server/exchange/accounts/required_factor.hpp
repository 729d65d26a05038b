#pragma once

#include <optional>
#include <variant>

#include "exchange/people/joining.hpp"

// A participant, or the operators, can require a second factor: a password alone begins no session
// there.
namespace tradepost::exchange {

// Returns the rule of the participant; nullopt: of the operators.
SecondFactorRule second_factor_rule(const Directory& directory,
                                    const std::optional<ParticipantId>& place);

// Returns true if the place requires a second factor that the person lacks. People without a
// password sign in at a provider, which has its own rules.
bool lacks_second_factor(const Directory& directory, const std::optional<ParticipantId>& place,
                         const PersonData& data);
// Returns true if an open place of the person requires a second factor.
bool needs_second_factor(const Directory& directory, const Person& person);

// Ends the sessions of the person that lack a second factor. A use case that begins a session, or
// removes a factor, calls it after the change: the rule may be newer than the directory of the
// change. Returns false if other changes always came first.
Answering<bool> end_sessions_without_factor(PeopleDesk& people, Actor by, PersonId person,
                                            Deadline deadline);

struct SecondFactorNeeded {};  // by the caller, who has none
using RuleAnswer = std::variant<Changed, SecondFactorNeeded, Busy>;
// Sets the rule of the manager's place. If it requires a second factor, the sessions there of
// people who have none end.
Answering<RuleAnswer> set_second_factor_rule(PeopleDesk& people, Manager manager,
                                             SecondFactorRule rule, Deadline deadline);

}  // namespace tradepost::exchange
