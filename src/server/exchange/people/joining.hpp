#pragma once

#include <chrono>
#include <string>
#include <variant>

#include "credentials/password_fault.hpp"
#include "exchange/people/people_desk.hpp"

// People join a participant or the operators by a link, and choose a password.
namespace tradepost::exchange {

inline constexpr std::chrono::hours invitation_lives{72};
inline constexpr std::chrono::hours reset_lives{1};
inline constexpr std::size_t memberships_max = 100;

struct Invitation {
  std::string name;
  std::string email;  // a valid address
  Language language = Language::english;
  Membership membership;
};

// A link for a person: its secret, which is stored as a digest only, and its end.
struct IssuedLink {
  PersonId person;
  std::string secret;
  Instant ends{};
};
// The person exists and has the membership now; the present password remains.
struct MembershipAdded {
  PersonId person;
};
struct AlreadyMember {
  PersonId person;
};
struct TooManyMemberships {};
using InviteAnswer =
    std::variant<IssuedLink, MembershipAdded, AlreadyMember, TooManyMemberships, Busy>;
// Invites a person, or again a person who has not joined yet: earlier links end.
Answering<InviteAnswer> invite(PeopleDesk& people, Actor by, Invitation invitation,
                               Deadline deadline);

// Issues a link to choose a new password. Unknown: no person with this address can sign in. The
// caller must answer both alike.
using ResetAnswer = std::variant<IssuedLink, Unknown, Busy>;
Answering<ResetAnswer> issue_reset(PeopleDesk& people, std::string email, Deadline deadline);

// The choices of a person who has followed a link. An empty name keeps the present one.
struct Joining {
  std::string link_secret;
  std::string password;
  std::string name;
  std::string time_zone;
};
struct LinkEnded {};
struct TooManySignIns {};  // the threads that hash passwords are busy
using JoinAnswer =
    std::variant<PersonId, LinkEnded, credentials::PasswordFault, TooManySignIns, Busy>;
// Uses the link: the person can sign in with the password. A reset ends all sessions.
Answering<JoinAnswer> join(PeopleDesk& people, Joining joining, Deadline deadline);

}  // namespace tradepost::exchange
