#include "exchange/accounts/provider_sign_in.hpp"

#include <algorithm>
#include <utility>

#include "base/text/text.hpp"
#include "exchange/accounts/second_factor.hpp"
#include "exchange/people/joining.hpp"
#include "exchange/people/new_key.hpp"

namespace tradepost::exchange {
namespace {

void give(const GivenRole& given, Person& person) {
  auto& all = person.memberships;
  const auto present = std::ranges::find(all, given.participant, &Membership::participant);
  if (!given.role) {
    if (present != all.end()) all.erase(present);
  } else if (present != all.end()) {
    present->role = *given.role;
  } else if (all.size() < memberships_max) {
    all.push_back({.participant = given.participant, .role = *given.role});
  }
}

void forget_earlier_secrets(KnownPerson& person) {
  person.entry.link.reset();
  person.entry.sessions.clear();
  person.data.password_hash.clear();
  person.data.known_devices.clear();
  forget_second_factor(person.data);
}

// Returns the id of the person. Makes an entry if there is none and the provider gives a role.
// Returns nullopt if no person has the address.
Answering<std::optional<PersonId>> entry_for(PeopleDesk& people, const NamedPerson& named,
                                             Deadline deadline) {
  CO_TRY_ASSIGN(const auto known, co_await person_with_email(people, named.email, deadline));
  if (known) co_return known->entry.id;
  if (!named.given || !named.given->role) co_return std::optional<PersonId>();
  CO_TRY_ASSIGN(const auto key, co_await key_for(people, named.email, deadline));
  if (!key || people.desk.directory.current()->person(key->person) != nullptr)
    co_return key ? std::optional(key->person) : std::nullopt;
  KnownPerson person;
  person.key = key->key;
  person.entry.id = key->person;
  person.entry.memberships.push_back(
      {.participant = named.given->participant, .role = *named.given->role});
  person.data.name =
      base::beginning_of(named.name.empty() ? named.email : named.name, person_name_bytes_max);
  person.data.email = named.email;
  person.data.language = named.language;
  person.data.time_zone = named.time_zone;
  CO_TRY(co_await keep_new_person(people, Actor::network(), std::move(person), deadline));
  co_return key->person;
}

bool can_join(PersonState state) {
  return state == PersonState::invited || state == PersonState::active;
}

}  // namespace

Answering<NamedAnswer> sign_in_named(PeopleDesk& people, NamedPerson named, Deadline deadline) {
  const Instant now = people.desk.clock.now();
  CO_TRY_ASSIGN(const auto id, co_await entry_for(people, named, deadline));
  if (!id) co_return NamedAnswer(NotInvited{});

  std::optional<NewSession> made;
  using Reason = std::variant<NotInvited, OtherIdentity>;
  const ChangePerson<Reason> change = [&](KnownPerson& person) -> std::optional<Reason> {
    made.reset();
    Person& entry = person.entry;
    if (!can_join(entry.state)) return NotInvited{};
    if (person.data.identity && person.data.identity != named.identity) return OtherIdentity{};
    if (!person.data.identity) forget_earlier_secrets(person);
    person.data.identity = named.identity;
    person.data.has_proven_address = true;
    const bool is_joining = entry.state == PersonState::invited;
    entry.state = PersonState::active;
    entry.has_joined = true;
    const std::vector<Membership> before = entry.memberships;
    if (named.given) give(*named.given, entry);
    const bool has_other_roles = entry.memberships != before;
    made = begin_session(people, person, named.browser, now);
    if (!made && !has_other_roles) return NotInvited{};
    if (is_joining || has_other_roles)
      entry.change = is_joining ? PersonChange::joined : PersonChange::memberships;
    if (!made) return std::nullopt;
    made->session.confirmed = std::min(now, named.authenticated.value_or(Instant{}));
    entry.sessions.back() = made->session;
    return std::nullopt;
  };
  CO_TRY_ASSIGN(auto answer,
                co_await change_person<Reason>(people, Actor::network(), *id, change, deadline));
  if (const auto* reason = std::get_if<Reason>(&answer))
    co_return std::visit([](const auto& why) { return NamedAnswer(why); }, *reason);
  if (std::holds_alternative<Busy>(answer)) co_return NamedAnswer(Busy{});
  if (std::holds_alternative<KnownPerson>(answer) && made) co_return NamedAnswer(*std::move(made));
  co_return NamedAnswer(NotInvited{});
}

}  // namespace tradepost::exchange
