#pragma once

#include <optional>
#include <string>
#include <variant>

#include "exchange/accounts/sessions.hpp"

// People sign in at an OpenID provider, which names them to the exchange.
namespace tradepost::exchange {

// The role that a provider gives a person in one place.
struct GivenRole {
  std::optional<ParticipantId> participant;  // nullopt: the operators
  std::optional<Role> role;                  // nullopt: the person has none there
};

// A person as a provider has named them. An empty text is unknown.
struct NamedPerson {
  std::string email;  // which the provider has verified
  Digest identity;    // of the provider and its account of the person
  std::string name;
  Language language = Language::english;
  std::string time_zone;                 // a name in the time zone database
  std::optional<Instant> authenticated;  // when the person proved to be the one
  std::optional<GivenRole> given;        // nullopt: the provider gives no roles
  SigningBrowser browser;
};

struct NotInvited {};     // the address has no access
struct OtherIdentity {};  // the address belongs to another account of a provider
using NamedAnswer = std::variant<NewSession, NotInvited, OtherIdentity, Busy>;
// Begins a session (begin_session). An invited person joins, and a person without an entry, to whom
// the provider gives a role, too. A role that the provider no longer gives ends.
//
// The first sign-in through a provider ends the sessions, the password and the second factor of the
// entry: whoever chose them has not proven the address.
Answering<NamedAnswer> sign_in_named(PeopleDesk& people, NamedPerson named, Deadline deadline);

}  // namespace tradepost::exchange
