#pragma once

#include <chrono>
#include <string>
#include <variant>

#include "credentials/password_fault.hpp"
#include "exchange/people/people_desk.hpp"
#include "exchange/people/person_access.hpp"

// People join a participant or the operators by a link, and choose a password.
namespace tradepost::exchange {

inline constexpr std::chrono::hours invitation_lives{72};
inline constexpr std::chrono::hours reset_lives{1};
inline constexpr std::chrono::minutes reset_pause{5};
inline constexpr std::size_t memberships_max = 100;

struct Invitation {
  std::string name;
  std::string email;  // a valid address
  Language language = Language::english;
  Membership membership;
};

// The participant whose people the caller manages; nullopt: an operator, who manages all.
struct Manager {
  Actor by;
  std::optional<ParticipantId> of;

  bool is(PersonId person) const {
    return by.person == person || by == Actor::of(OperatorId(person.uuid()));
  }
  bool manages(const Membership& membership) const { return !of || membership.participant == of; }
  bool manages_all_of(const Person& person) const;
  // Returns true if the manager does not get the link of the person, or is an operator.
  bool gives_proof_to(const Person& person) const { return !of || !manages_all_of(person); }
};
// A change that the caller may not make, such as one of the own access.
struct NotAllowed {};

// A link for a person: its secret, which is stored as a digest only, and its end. The holder of the
// secret becomes the person, so it goes to the e-mail address. The manager may get it if
// `is_only_theirs`: the person has no membership that another one gave.
struct IssuedLink {
  PersonId person;
  Addressee to;
  std::string secret;
  Instant ends{};
  bool is_only_theirs = false;
};
// The person exists and has the membership now; the present password remains.
struct MembershipAdded {
  PersonId person;
};
struct AlreadyMember {
  PersonId person;
};
struct TooManyMemberships {};
// The person has joined by a link that an administrator got, and has not proven the address since.
struct AddressNotProven {};
using InviteAnswer = std::variant<IssuedLink, MembershipAdded, AlreadyMember, TooManyMemberships,
                                  AddressNotProven, NotAllowed, Busy>;
// Invites a person. A person who has not joined yet gets another link, with this role; the earlier
// link ends. NotAllowed: a membership that the manager can't give, or a role of another place.
Answering<InviteAnswer> invite(PeopleDesk& people, Manager manager, Invitation invitation,
                               Deadline deadline);

// Issues a link to choose a new password. Unknown: no person with this address can sign in, or the
// last link is younger than reset_pause. The caller answers both alike, and before this task ends:
// a known address takes longer.
using ResetAnswer = std::variant<IssuedLink, Unknown, Busy>;
Answering<ResetAnswer> issue_reset(PeopleDesk& people, std::string email, Deadline deadline);

// The choices of a person who has followed a link. An empty name keeps the present one.
struct Joining {
  std::string link_secret;
  std::string password;
  std::string name;
};
struct LinkEnded {};
// Returns the person of a link that can be used now. Another node may have issued it.
Answering<std::variant<KnownPerson, LinkEnded>> person_with_link(PeopleDesk& people,
                                                                 std::string link_secret,
                                                                 Deadline deadline);
struct TooManySignIns {};  // the threads that hash passwords are busy
using JoinAnswer =
    std::variant<PersonId, LinkEnded, credentials::PasswordFault, TooManySignIns, Busy>;
// Uses the link: the person can sign in with the password. A reset ends all sessions.
Answering<JoinAnswer> join(PeopleDesk& people, Joining joining, Deadline deadline);

}  // namespace tradepost::exchange
