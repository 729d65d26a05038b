#include "exchange/people/managing.hpp"

#include <algorithm>
#include <utility>

#include "exchange/desk/change.hpp"

namespace tradepost::exchange {
namespace {

using Refusal = std::variant<Changed, NotAllowed, Unknown>;  // Changed: there is nothing to do
using Change = ChangePerson<Refusal>;

Answering<ManageAnswer> managed(PeopleDesk& people, Actor by, PersonId person, Change change,
                                Deadline deadline) {
  CO_TRY_ASSIGN(auto answer,
                co_await change_person<Refusal>(people, by, person, std::move(change), deadline));
  if (const auto* kept = std::get_if<KnownPerson>(&answer))
    co_return ManageAnswer(Changed{kept->entry.revision});
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

void end_sessions(KnownPerson& person, const std::optional<ParticipantId>& participant,
                  FlowSet flows_that_remain, bool is_member) {
  const auto ends = [&](const PersonSession& session) {
    const bool is_there = session.participant == participant;
    return is_there && (!is_member || !has(flows_that_remain, session.flow));
  };
  std::erase_if(person.entry.sessions, ends);
  std::erase_if(person.data.browsers, [&](const Browser& browser) {
    return std::ranges::find(person.entry.sessions, browser.session, &PersonSession::id) ==
           person.entry.sessions.end();
  });
}

}  // namespace

Answering<ManageAnswer> set_membership(PeopleDesk& people, Manager manager, PersonId person,
                                       Membership membership, Deadline deadline) {
  Change change = [manager, membership](KnownPerson& known) -> std::optional<Refusal> {
    if (auto why = refusal(manager, known.entry, membership.participant)) return why;
    if (!suits(membership)) return NotAllowed{};
    known.entry.change = PersonChange::memberships;
    *membership_in(known.entry, membership.participant) = membership;
    end_sessions(known, membership.participant, membership.flows, true);
    return std::nullopt;
  };
  return managed(people, manager.by, person, std::move(change), deadline);
}

Answering<ManageAnswer> end_membership(PeopleDesk& people, Manager manager, PersonId person,
                                       std::optional<ParticipantId> participant,
                                       Deadline deadline) {
  Change change = [manager, participant](KnownPerson& known) -> std::optional<Refusal> {
    if (auto why = refusal(manager, known.entry, participant)) return why;
    known.entry.change = PersonChange::memberships;
    known.entry.memberships.erase(membership_in(known.entry, participant));
    end_sessions(known, participant, FlowSet::both, false);
    return std::nullopt;
  };
  return managed(people, manager.by, person, std::move(change), deadline);
}

Answering<ManageAnswer> set_access(PeopleDesk& people, OperatorId by, PersonId person,
                                   Access access, Deadline deadline) {
  Change change = [by, access](KnownPerson& known) -> std::optional<Refusal> {
    Person& entry = known.entry;
    if (by.uuid() == entry.id.uuid()) return NotAllowed{};
    const bool is_disabled = entry.state == PersonState::disabled;
    if (is_disabled == (access == Access::disabled)) return Changed{entry.revision};
    const auto enabled = entry.has_joined ? PersonState::active : PersonState::invited;
    entry.state = is_disabled ? enabled : PersonState::disabled;
    entry.change = is_disabled ? PersonChange::enabled : PersonChange::disabled;
    entry.sessions.clear();
    entry.link.reset();
    known.data.browsers.clear();
    return std::nullopt;
  };
  return managed(people, Actor::of(by), person, std::move(change), deadline);
}

Answering<ManageAnswer> erase_person(PeopleDesk& people, Actor by, PersonId person,
                                     Deadline deadline) {
  for (std::uint32_t attempt = 0; attempt < base::limits::route_attempts_max; ++attempt) {
    const DirectoryPtr directory = people.desk.directory.current();
    const Person* const before = directory->person(person);
    if (before == nullptr) co_return ManageAnswer(Unknown{});
    Person erased{.id = person,
                  .revision = before->revision + 1,
                  .state = PersonState::erased,
                  .change = PersonChange::erased};
    const bool was_erased = before->state == PersonState::erased;
    const Revision revision = was_erased ? before->revision : erased.revision;
    if (!was_erased) {
      CO_TRY_ASSIGN(const bool is_kept, co_await put(people.desk, by, std::move(erased), deadline));
      if (!is_kept) continue;
    }
    CO_TRY(co_await people.keys.remove(person, deadline));
    co_return ManageAnswer(Changed{revision});
  }
  co_return ManageAnswer(Busy{});
}

}  // namespace tradepost::exchange
