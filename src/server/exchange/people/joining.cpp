#include "exchange/people/joining.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "base/text/text.hpp"
#include "credentials/link_secret.hpp"
#include "exchange/people/new_key.hpp"
#include "exchange/people/own_changes.hpp"

namespace tradepost::exchange {
namespace {

using credentials::PasswordFault;

PersonLink link_of(const credentials::LinkSecret& secret, PersonLink::Purpose purpose, Instant ends,
                   const PeopleDesk& people) {
  return {.purpose = purpose,
          .secret = secret.digest,
          .ends = ends,
          .epoch = people.desk.store.epoch()};
}

bool is_of_epoch(const PersonLink& link, const PeopleDesk& people) {
  return link.epoch == people.desk.store.epoch();
}

auto membership_in(Person& person, const std::optional<ParticipantId>& participant) {
  return std::ranges::find(person.memberships, participant, &Membership::participant);
}

KnownPerson new_person(const PersonKey& key, const Manager& manager, const Invitation& invitation,
                       const PersonLink& link) {
  KnownPerson person;
  person.key = key.key;
  person.entry.id = key.person;
  person.entry.memberships.push_back(invitation.membership);
  person.entry.link = link;
  person.data.name = base::beginning_of(invitation.name, person_name_bytes_max);
  person.data.email = invitation.email;
  person.data.language = invitation.language;
  person.data.link_proves_address = manager.gives_proof_to(person.entry);
  return person;
}

using NotInvited = std::variant<AlreadyMember, TooManyMemberships, AddressNotProven, NotAllowed>;

// Gives the membership to a person who exists.
std::optional<NotInvited> add_membership(KnownPerson& known, const Manager& manager,
                                         const Membership& wanted, const PersonLink& link) {
  Person& person = known.entry;
  if (manager.is(person.id)) return NotAllowed{};
  const bool is_invited = person.state == PersonState::invited;
  const auto present = membership_in(person, wanted.participant);
  const bool is_member = present != person.memberships.end();
  if (is_member && !is_invited) return AlreadyMember{person.id};
  if (!is_invited && !known.data.has_proven_address) return AddressNotProven{};
  if (!is_member && person.memberships.size() >= memberships_max) return TooManyMemberships{};
  if (is_member) {
    *present = wanted;
  } else {
    person.memberships.push_back(wanted);
  }
  if (is_invited) {
    person.link = link;
    known.data.link_proves_address = manager.gives_proof_to(person);
  }
  person.change = is_invited ? PersonChange::invited : PersonChange::memberships;
  return std::nullopt;
}

InviteAnswer answer_of(const NotInvited& reason) {
  return std::visit([](const auto& why) { return InviteAnswer(why); }, reason);
}

}  // namespace

bool Manager::manages_all_of(const Person& person) const {
  return std::ranges::all_of(person.memberships,
                             [this](const Membership& one) { return manages(one); });
}

Answering<InviteAnswer> invite(PeopleDesk& people, Manager manager, Invitation invitation,
                               Deadline deadline) {
  const bool is_theirs = !manager.of || manager.of == invitation.membership.participant;
  if (!is_theirs || !suits(invitation.membership)) co_return InviteAnswer(NotAllowed{});
  CO_TRY_ASSIGN(const auto key, co_await key_for(people, invitation.email, deadline));
  if (!key) co_return InviteAnswer(Busy{});  // another invitation of this address came first

  const credentials::LinkSecret secret = credentials::new_link_secret(people.random);
  IssuedLink issued{
      .person = key->person,
      .to = {.name = invitation.name, .email = invitation.email, .language = invitation.language},
      .secret = secret.text,
      .ends = people.desk.clock.now() + invitation_lives};
  const PersonLink link = link_of(secret, PersonLink::Purpose::invitation, issued.ends, people);
  if (people.desk.directory.current()->person(key->person) == nullptr) {
    issued.is_only_theirs = true;
    CO_TRY_ASSIGN(const bool is_kept,
                  co_await keep_new_person(people, manager.by,
                                           new_person(*key, manager, invitation, link), deadline));
    co_return is_kept ? InviteAnswer(std::move(issued)) : InviteAnswer(Busy{});
  }
  const ChangePerson<NotInvited> change = [&](KnownPerson& known) -> std::optional<NotInvited> {
    return add_membership(known, manager, invitation.membership, link);
  };
  CO_TRY_ASSIGN(auto answer, co_await change_person<NotInvited>(people, manager.by, key->person,
                                                                change, deadline));
  if (const auto* reason = std::get_if<NotInvited>(&answer)) co_return answer_of(*reason);
  const auto* const kept = std::get_if<KnownPerson>(&answer);
  if (kept == nullptr) co_return InviteAnswer(Busy{});
  if (kept->entry.state != PersonState::invited)
    co_return InviteAnswer(MembershipAdded{key->person});
  issued.to = addressee_of(kept->data);
  issued.is_only_theirs = manager.manages_all_of(kept->entry);
  co_return InviteAnswer(std::move(issued));
}

Answering<ResetAnswer> issue_reset(PeopleDesk& people, std::string email, Deadline deadline) {
  CO_TRY_ASSIGN(auto person, co_await person_with_email(people, std::move(email), deadline));
  if (!person) co_return ResetAnswer(Unknown{});
  const credentials::LinkSecret secret = credentials::new_link_secret(people.random);
  const Instant ends = people.desk.clock.now() + reset_lives;
  const PersonId id = person->entry.id;
  const ChangePerson<Unknown> change = [&](KnownPerson& known) -> std::optional<Unknown> {
    const auto& last = known.entry.link;
    const bool is_too_early = last && is_of_epoch(*last, people) && ends - last->ends < reset_pause;
    if (known.entry.state != PersonState::active || is_too_early) return Unknown{};
    known.entry.link = link_of(secret, PersonLink::Purpose::reset, ends, people);
    known.data.link_proves_address = true;
    known.entry.change = PersonChange::secrets;
    return std::nullopt;
  };
  CO_TRY_ASSIGN(auto answer,
                co_await change_person<Unknown>(people, Actor::network(), id, change, deadline));
  if (const auto* kept = std::get_if<KnownPerson>(&answer)) {
    co_return ResetAnswer(IssuedLink{
        .person = id, .to = addressee_of(kept->data), .secret = secret.text, .ends = ends});
  }
  if (std::holds_alternative<Busy>(answer)) co_return ResetAnswer(Busy{});
  co_return ResetAnswer(Unknown{});
}

namespace {

// Returns true if the link can be used now.
bool is_open(const Person& person, const Digest& secret, const PeopleDesk& people, Instant now) {
  const bool is_there = person.link && person.link->secret == secret &&
                        is_of_epoch(*person.link, people) && now < person.link->ends;
  const bool is_invitation = is_there && person.link->purpose == PersonLink::Purpose::invitation;
  const auto expected = is_invitation ? PersonState::invited : PersonState::active;
  return is_there && person.state == expected;
}

std::optional<PasswordFault> fault_of(const Joining& joining, const PersonData& data) {
  const std::array<std::string_view, 3> about = {data.name, data.email, joining.name};
  return credentials::password_fault(joining.password, about);
}

}  // namespace

Answering<std::variant<KnownPerson, LinkEnded>> person_with_link(PeopleDesk& people,
                                                                 std::string link_secret,
                                                                 Deadline deadline) {
  using Answer = std::variant<KnownPerson, LinkEnded>;
  const auto secret = credentials::digest_of_link(link_secret);
  CO_TRY(co_await people.desk.directory.catch_up(people.desk.store, deadline));
  const DirectoryPtr directory = people.desk.directory.current();
  const Person* const found = secret ? directory->person_with(*secret) : nullptr;
  if (found == nullptr || !is_open(*found, *secret, people, people.desk.clock.now()))
    co_return Answer(LinkEnded{});
  CO_TRY_ASSIGN(auto known, co_await known_person(people, found->id, deadline));
  if (!known) co_return Answer(LinkEnded{});
  co_return Answer(*std::move(known));
}

Answering<JoinAnswer> join(PeopleDesk& people, Joining joining, Deadline deadline) {
  const Instant now = people.desk.clock.now();
  CO_TRY_ASSIGN(const auto found, co_await person_with_link(people, joining.link_secret, deadline));
  const auto* const known = std::get_if<KnownPerson>(&found);
  if (known == nullptr) co_return JoinAnswer(LinkEnded{});
  const PersonId id = known->entry.id;
  const Digest secret = known->entry.link->secret;
  if (const auto fault = fault_of(joining, known->data)) co_return JoinAnswer(*fault);
  const std::optional<std::string> hash = co_await people.hashing.hashed(joining.password);
  if (!hash) co_return JoinAnswer(TooManySignIns{});

  const bool is_reset = known->entry.state == PersonState::active;
  const ChangePerson<LinkEnded> change = [&](KnownPerson& person) -> std::optional<LinkEnded> {
    if (!is_open(person.entry, secret, people, now)) return LinkEnded{};
    person.entry.state = PersonState::active;
    person.entry.has_joined = true;
    person.entry.link.reset();
    person.entry.sessions.clear();
    person.data.known_devices.clear();
    person.data.password_hash = *hash;
    person.data.has_proven_address |= person.data.link_proves_address;
    if (!joining.name.empty())
      person.data.name = base::beginning_of(joining.name, person_name_bytes_max);
    person.entry.change = is_reset ? PersonChange::secrets : PersonChange::joined;
    return std::nullopt;
  };
  const Actor by = own_actor(known->entry);
  CO_TRY_ASSIGN(auto answer, co_await change_person<LinkEnded>(people, by, id, change, deadline));
  if (std::holds_alternative<KnownPerson>(answer)) co_return JoinAnswer(id);
  if (std::holds_alternative<Busy>(answer)) co_return JoinAnswer(Busy{});
  co_return JoinAnswer(LinkEnded{});
}

}  // namespace tradepost::exchange
