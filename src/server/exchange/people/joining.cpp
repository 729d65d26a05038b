#include "exchange/people/joining.hpp"

#include <algorithm>
#include <array>
#include <span>
#include <utility>

#include "base/text/text.hpp"
#include "credentials/link_secret.hpp"

namespace tradepost::exchange {
namespace {

using credentials::PasswordFault;

PersonLink link_of(const credentials::LinkSecret& secret, PersonLink::Purpose purpose,
                   Instant ends) {
  return {.purpose = purpose, .secret = secret.digest, .ends = ends};
}

bool is_member(const Person& person, const Membership& wanted) {
  return std::ranges::find(person.memberships, wanted.participant, &Membership::participant) !=
         person.memberships.end();
}

// Makes the key before the entry: a key without an entry is of no person, and an entry without a
// key could never be read. Returns nullopt if a person has the address already.
Answering<std::optional<KnownPerson>> new_person(PeopleDesk& people, const Invitation& invitation,
                                                 Deadline deadline) {
  KnownPerson person;
  person.entry.id = PersonId(people.desk.ids.next());
  person.entry.revision = 1;
  person.data.name = invitation.name;
  person.data.email = invitation.email;
  person.data.language = invitation.language;
  people.random.fill(std::as_writable_bytes(std::span(person.key)));
  const PersonKey key{.person = person.entry.id,
                      .key = person.key,
                      .address = address_digest(people.network_key, invitation.email)};
  CO_TRY_ASSIGN(const bool is_kept, co_await people.keys.keep(key, deadline));
  co_return is_kept ? std::optional(std::move(person)) : std::nullopt;
}

using NotInvited = std::variant<AlreadyMember, TooManyMemberships>;

}  // namespace

Answering<InviteAnswer> invite(PeopleDesk& people, Actor by, Invitation invitation,
                               Deadline deadline) {
  const credentials::LinkSecret secret = credentials::new_link_secret(people.random);
  const Instant ends = people.desk.clock.now() + invitation_lives;
  const PersonLink link = link_of(secret, PersonLink::Purpose::invitation, ends);
  CO_TRY_ASSIGN(auto person, co_await person_with_email(people, invitation.email, deadline));
  if (!person) {
    CO_TRY_ASSIGN(auto added, co_await new_person(people, invitation, deadline));
    if (!added) co_return InviteAnswer(Busy{});  // another invitation of this address came first
    const PersonId id = added->entry.id;
    added->entry.memberships.push_back(invitation.membership);
    added->entry.link = link;
    CO_TRY_ASSIGN(const bool is_kept,
                  co_await keep_person(people, by, *std::move(added), deadline));
    if (!is_kept) co_return InviteAnswer(Busy{});
    co_return InviteAnswer(IssuedLink{.person = id, .secret = secret.text, .ends = ends});
  }
  const PersonId id = person->entry.id;
  const bool has_joined = person->entry.state != PersonState::invited;
  const ChangePerson<NotInvited> change = [&](KnownPerson& known) -> std::optional<NotInvited> {
    const bool is_invited = known.entry.state == PersonState::invited;
    if (is_invited) known.entry.link = link;
    if (is_member(known.entry, invitation.membership)) {
      return is_invited ? std::nullopt : std::optional<NotInvited>(AlreadyMember{id});
    }
    if (known.entry.memberships.size() >= memberships_max) return TooManyMemberships{};
    known.entry.memberships.push_back(invitation.membership);
    return std::nullopt;
  };
  const auto what = has_joined ? PersonChange::memberships : PersonChange::invited;
  CO_TRY_ASSIGN(auto answer,
                co_await change_person<NotInvited>(people, by, id, what, change, deadline));
  if (const auto* reason = std::get_if<NotInvited>(&answer)) {
    const bool is_known = std::holds_alternative<AlreadyMember>(*reason);
    co_return is_known ? InviteAnswer(AlreadyMember{id}) : InviteAnswer(TooManyMemberships{});
  }
  const auto* kept = std::get_if<KnownPerson>(&answer);
  if (kept == nullptr) co_return InviteAnswer(Busy{});
  if (kept->entry.state != PersonState::invited) co_return InviteAnswer(MembershipAdded{id});
  co_return InviteAnswer(IssuedLink{.person = id, .secret = secret.text, .ends = ends});
}

Answering<ResetAnswer> issue_reset(PeopleDesk& people, std::string email, Deadline deadline) {
  CO_TRY_ASSIGN(auto person, co_await person_with_email(people, std::move(email), deadline));
  if (!person) co_return ResetAnswer(Unknown{});
  const credentials::LinkSecret secret = credentials::new_link_secret(people.random);
  const Instant ends = people.desk.clock.now() + reset_lives;
  const PersonId id = person->entry.id;
  const ChangePerson<Unknown> change = [&](KnownPerson& known) -> std::optional<Unknown> {
    if (known.entry.state != PersonState::active) return Unknown{};
    known.entry.link = link_of(secret, PersonLink::Purpose::reset, ends);
    return std::nullopt;
  };
  CO_TRY_ASSIGN(auto answer,
                co_await change_person<Unknown>(people, Actor::network(), id, PersonChange::secrets,
                                                change, deadline));
  if (std::holds_alternative<KnownPerson>(answer))
    co_return ResetAnswer(IssuedLink{.person = id, .secret = secret.text, .ends = ends});
  if (std::holds_alternative<Busy>(answer)) co_return ResetAnswer(Busy{});
  co_return ResetAnswer(Unknown{});
}

namespace {

// Returns true if the link can be used now.
bool is_open(const Person& person, const Digest& secret, Instant now) {
  const bool is_there = person.link && person.link->secret == secret && now < person.link->ends;
  const bool is_invitation = is_there && person.link->purpose == PersonLink::Purpose::invitation;
  const auto expected = is_invitation ? PersonState::invited : PersonState::active;
  return is_there && person.state == expected;
}

// A person who joins acts in the first membership.
Actor joining_actor(const Person& person) {
  const auto& of = person.memberships;
  if (of.empty() || !of.front().participant) return Actor::of(OperatorId(person.id.uuid()));
  return Actor::of(*of.front().participant, person.id);
}

std::optional<PasswordFault> fault_of(const Joining& joining, const PersonData& data) {
  const std::array<std::string_view, 3> about = {data.name, data.email, joining.name};
  return credentials::password_fault(joining.password, about);
}

}  // namespace

Answering<JoinAnswer> join(PeopleDesk& people, Joining joining, Deadline deadline) {
  const auto secret = credentials::digest_of_link(joining.link_secret);
  const Instant now = people.desk.clock.now();
  const DirectoryPtr directory = people.desk.directory.current();
  const Person* const found = secret ? directory->person_with(*secret) : nullptr;
  if (found == nullptr || !is_open(*found, *secret, now)) co_return JoinAnswer(LinkEnded{});
  const PersonId id = found->id;
  CO_TRY_ASSIGN(const auto known, co_await known_person(people, id, deadline));
  if (!known) co_return JoinAnswer(LinkEnded{});
  if (const auto fault = fault_of(joining, known->data)) co_return JoinAnswer(*fault);
  const std::optional<std::string> hash = co_await people.hashing.hashed(joining.password);
  if (!hash) co_return JoinAnswer(TooManySignIns{});

  const bool is_reset = known->entry.state == PersonState::active;
  const ChangePerson<LinkEnded> change = [&](KnownPerson& person) -> std::optional<LinkEnded> {
    if (!is_open(person.entry, *secret, now)) return LinkEnded{};
    person.entry.state = PersonState::active;
    person.entry.link.reset();
    person.entry.sessions.clear();
    person.data.browsers.clear();
    person.data.password_hash = *hash;
    if (!joining.name.empty()) person.data.name = joining.name;
    if (!joining.time_zone.empty()) person.data.time_zone = joining.time_zone;
    return std::nullopt;
  };
  const auto what = is_reset ? PersonChange::secrets : PersonChange::joined;
  const Actor by = joining_actor(known->entry);
  CO_TRY_ASSIGN(auto answer,
                co_await change_person<LinkEnded>(people, by, id, what, change, deadline));
  if (std::holds_alternative<KnownPerson>(answer)) co_return JoinAnswer(id);
  if (std::holds_alternative<Busy>(answer)) co_return JoinAnswer(Busy{});
  co_return JoinAnswer(LinkEnded{});
}

}  // namespace tradepost::exchange
