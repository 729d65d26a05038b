#include "exchange/accounts/required_factor.hpp"

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/ground/limits.hpp"
#include "exchange/administration/setting_change.hpp"
#include "exchange/desk/change.hpp"

namespace tradepost::exchange {
namespace {

using Place = std::optional<ParticipantId>;

constexpr std::string_view required_word = "required";
constexpr std::string_view optional_word = "optional";

SecondFactorRule rule_of_operators(const Directory& directory) {
  const Setting* const setting = directory.setting(SettingName::second_factor);
  const bool is_required = setting != nullptr && setting->value == required_word;
  return is_required ? SecondFactorRule::required : SecondFactorRule::optional;
}

using KeptAnswer = std::variant<Changed, Busy>;

Answering<KeptAnswer> keep_for_operators(Desk& desk, Actor by, SecondFactorRule rule,
                                         Deadline deadline) {
  const bool is_required = rule == SecondFactorRule::required;
  const MakeValue make = [&](const Directory&) -> std::expected<std::string, Finding> {
    return std::string(is_required ? required_word : optional_word);
  };
  CO_TRY_ASSIGN(const auto answer,
                co_await change_setting(desk, by, SettingName::second_factor, make, deadline));
  const auto* const kept = std::get_if<Changed>(&answer);
  co_return kept == nullptr ? KeptAnswer(Busy{}) : KeptAnswer(*kept);
}

Answering<KeptAnswer> keep_for_participant(Desk& desk, Actor by, ParticipantId id,
                                           SecondFactorRule rule, Deadline deadline) {
  for (std::uint32_t attempt = 0; attempt < base::limits::route_attempts_max; ++attempt) {
    const DirectoryPtr directory = desk.directory.current();
    const Participant* const before = directory->participant(id);
    if (before == nullptr) co_return KeptAnswer(Busy{});
    Participant next = *before;
    ++next.revision;
    next.second_factor = rule;
    const Revision revision = next.revision;
    CO_TRY_ASSIGN(const bool is_kept, co_await put(desk, by, std::move(next), deadline));
    if (is_kept) co_return KeptAnswer(Changed{revision});
  }
  co_return KeptAnswer(Busy{});
}

bool has_session_in(const Person& person, const Place& place) {
  return std::ranges::find(person.sessions, place, &PersonSession::participant) !=
         person.sessions.end();
}

// Ends such sessions of all people who have one in the place.
Answering<bool> end_sessions_in(PeopleDesk& people, Actor by, Place place, Deadline deadline) {
  constexpr std::size_t people_at_once = 1'000;
  const DirectoryPtr directory = people.desk.directory.current();
  const auto is_there = [&](const Person& person) { return has_session_in(person, place); };
  PersonId after;
  while (true) {
    const auto there = directory->people(after, people_at_once, is_there);
    if (there.empty()) co_return true;
    after = there.back()->id;
    for (const Person* const person : there) {
      CO_TRY_ASSIGN(const bool is_done,
                    co_await end_sessions_without_factor(people, by, person->id, deadline));
      if (!is_done) co_return false;
    }
  }
}

// Returns the person who acts, or nullopt for a program.
std::optional<PersonId> person_in(const Actor& by) {
  if (by.type == Actor::Type::person) return by.person;
  return by.type == Actor::Type::operator_ ? std::optional(PersonId(by.id)) : std::nullopt;
}

// Returns true if the rule would end the session of the manager.
Answering<bool> would_end_own(PeopleDesk& people, Manager manager, Deadline deadline) {
  const auto id = person_in(manager.by);
  if (!id || people.desk.directory.current()->person(*id) == nullptr) co_return false;
  CO_TRY_ASSIGN(const auto known, co_await known_person(people, *id, deadline));
  co_return known && !known->data.password_hash.empty() && !known->data.code_secret;
}

}  // namespace

SecondFactorRule second_factor_rule(const Directory& directory, const Place& place) {
  if (!place) return rule_of_operators(directory);
  const Participant* const participant = directory.participant(*place);
  const auto rule = participant == nullptr ? std::nullopt : participant->second_factor;
  return rule.value_or(SecondFactorRule::optional);
}

bool lacks_second_factor(const Directory& directory, const Place& place, const PersonData& data) {
  return !data.code_secret && !data.password_hash.empty() &&
         second_factor_rule(directory, place) == SecondFactorRule::required;
}

bool needs_second_factor(const Directory& directory, const Person& person) {
  return std::ranges::any_of(person.memberships, [&](const Membership& membership) {
    const Place& place = membership.participant;
    const Participant* const participant = place ? directory.participant(*place) : nullptr;
    const bool is_open =
        !place || (participant != nullptr && participant->state == ParticipantState::open);
    return is_open && second_factor_rule(directory, place) == SecondFactorRule::required;
  });
}

Answering<bool> end_sessions_without_factor(PeopleDesk& people, Actor by, PersonId person,
                                            Deadline deadline) {
  struct NothingToEnd {};
  const ChangePerson<NothingToEnd> change = [&](KnownPerson& known) -> std::optional<NothingToEnd> {
    const DirectoryPtr directory = people.desk.directory.current();
    const auto ended = std::erase_if(known.entry.sessions, [&](const PersonSession& session) {
      return lacks_second_factor(*directory, session.participant, known.data);
    });
    known.entry.change = PersonChange::sessions;
    return ended == 0 ? std::optional(NothingToEnd{}) : std::nullopt;
  };
  CO_TRY_ASSIGN(const auto answer,
                co_await change_person<NothingToEnd>(people, by, person, change, deadline));
  co_return !std::holds_alternative<Busy>(answer);
}

Answering<RuleAnswer> set_second_factor_rule(PeopleDesk& people, Manager manager,
                                             SecondFactorRule rule, Deadline deadline) {
  const bool is_required = rule == SecondFactorRule::required;
  if (is_required) {
    CO_TRY_ASSIGN(const bool ends_own, co_await would_end_own(people, manager, deadline));
    if (ends_own) co_return RuleAnswer(SecondFactorNeeded{});
  }
  auto keeping = manager.of
                     ? keep_for_participant(people.desk, manager.by, *manager.of, rule, deadline)
                     : keep_for_operators(people.desk, manager.by, rule, deadline);
  CO_TRY_ASSIGN(const KeptAnswer answer, co_await std::move(keeping));
  const auto* const kept = std::get_if<Changed>(&answer);
  if (kept == nullptr) co_return RuleAnswer(Busy{});
  if (is_required) {
    CO_TRY_ASSIGN(const bool is_done,
                  co_await end_sessions_in(people, manager.by, manager.of, deadline));
    if (!is_done) co_return RuleAnswer(Busy{});
  }
  co_return RuleAnswer(*kept);
}

}  // namespace tradepost::exchange
