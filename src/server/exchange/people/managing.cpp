#include "exchange/people/managing.hpp"

#include <algorithm>
#include <utility>
#include <vector>

namespace tradepost::exchange {
namespace {

using Refusal = std::variant<Changed, NotAllowed, Unknown>;  // Changed: there is nothing to do
using Change = ChangeEntry<Refusal>;

Answering<ManageAnswer> managed(PeopleDesk& people, Actor by, PersonId person, Change change,
                                Deadline deadline) {
  CO_TRY_ASSIGN(auto answer, co_await change_entry<Refusal>(people.desk, by, person,
                                                            std::move(change), deadline));
  if (const auto* kept = std::get_if<Person>(&answer))
    co_return ManageAnswer(Changed{kept->revision});
  if (std::holds_alternative<Busy>(answer)) co_return ManageAnswer(Busy{});
  if (const auto* refusal = std::get_if<Refusal>(&answer)) {
    co_return std::visit([](const auto& why) { return ManageAnswer(why); }, *refusal);
  }
  co_return ManageAnswer(Unknown{});
}

auto membership_in(Person& person, const std::optional<ParticipantId>& participant) {
  return std::ranges::find(person.memberships, participant, &Membership::participant);
}

// Returns the reason against a change of this membership. Other participants' people are unknown.
std::optional<Refusal> refusal(const Manager& manager, const Person& person,
                               const std::optional<ParticipantId>& participant) {
  const bool is_there = std::ranges::find(person.memberships, participant,
                                          &Membership::participant) != person.memberships.end();
  if (!is_there || (manager.of && manager.of != participant)) return Unknown{};
  if (manager.is(person.id)) return NotAllowed{};
  return std::nullopt;
}

void end_sessions(Person& person, const std::optional<ParticipantId>& participant,
                  FlowSet flows_that_remain, bool is_member) {
  const auto ends = [&](const PersonSession& session) {
    const bool is_there = session.participant == participant;
    return is_there && (!is_member || !has(flows_that_remain, session.flow));
  };
  std::erase_if(person.sessions, ends);
}

}  // namespace

Answering<ManageAnswer> set_membership(PeopleDesk& people, Manager manager, PersonId person,
                                       Membership membership, Deadline deadline) {
  Change change = [manager, membership](Person& entry) -> std::optional<Refusal> {
    if (auto why = refusal(manager, entry, membership.participant)) return why;
    if (!suits(membership)) return NotAllowed{};
    entry.change = PersonChange::memberships;
    *membership_in(entry, membership.participant) = membership;
    end_sessions(entry, membership.participant, membership.flows, true);
    return std::nullopt;
  };
  return managed(people, manager.by, person, std::move(change), deadline);
}

Answering<ManageAnswer> end_membership(PeopleDesk& people, Manager manager, PersonId person,
                                       std::optional<ParticipantId> participant,
                                       Deadline deadline) {
  Change change = [manager, participant](Person& entry) -> std::optional<Refusal> {
    if (auto why = refusal(manager, entry, participant)) return why;
    entry.change = PersonChange::memberships;
    entry.memberships.erase(membership_in(entry, participant));
    end_sessions(entry, participant, FlowSet::both, false);
    return std::nullopt;
  };
  return managed(people, manager.by, person, std::move(change), deadline);
}

Answering<ManageAnswer> set_access(PeopleDesk& people, OperatorId by, PersonId person,
                                   Access access, Deadline deadline) {
  Change change = [by, access](Person& entry) -> std::optional<Refusal> {
    if (by.uuid() == entry.id.uuid()) return NotAllowed{};
    if (entry.state == PersonState::erased) return Unknown{};
    const bool is_disabled = entry.state == PersonState::disabled;
    if (is_disabled == (access == Access::disabled)) return Changed{entry.revision};
    const auto enabled = entry.has_joined ? PersonState::active : PersonState::invited;
    entry.state = is_disabled ? enabled : PersonState::disabled;
    entry.change = is_disabled ? PersonChange::enabled : PersonChange::disabled;
    entry.sessions.clear();
    entry.link.reset();
    return std::nullopt;
  };
  return managed(people, Actor::of(by), person, std::move(change), deadline);
}

Answering<ManageAnswer> erase_person(PeopleDesk& people, Actor by, PersonId person,
                                     Deadline deadline) {
  Change change = [](Person& entry) -> std::optional<Refusal> {
    if (entry.state == PersonState::erased) return Changed{entry.revision};
    entry = {.id = entry.id,
             .revision = entry.revision,
             .state = PersonState::erased,
             .change = PersonChange::erased};
    return std::nullopt;
  };
  CO_TRY_ASSIGN(const ManageAnswer answer,
                co_await managed(people, by, person, std::move(change), deadline));
  if (std::holds_alternative<Changed>(answer))
    CO_TRY(co_await people.keys.remove(person, deadline));
  co_return answer;
}

Answering<std::size_t> remove_keys_of_erased(DirectoryPtr directory, PersonKeys& keys,
                                             Deadline deadline) {
  constexpr std::size_t people_at_once = 1'000;
  const auto is_erased = [](const Person& person) { return person.state == PersonState::erased; };
  std::size_t count = 0;
  PersonId after;
  while (true) {
    std::vector<PersonId> erased;
    for (const Person* const person : directory->people(after, people_at_once, is_erased))
      erased.push_back(person->id);
    if (erased.empty()) co_return count;
    after = erased.back();
    CO_TRY_ASSIGN(const std::vector<PersonKey> kept, co_await keys.of(erased, deadline));
    for (const PersonKey& key : kept) {
      CO_TRY(co_await keys.remove(key.person, deadline));
      ++count;
    }
  }
}

}  // namespace tradepost::exchange
