#pragma once

#include <optional>
#include <string>
#include <variant>

#include "exchange/accounts/signing_in.hpp"

// People change their own account, in a session.
namespace tradepost::exchange {

// An absent member, or an empty name, keeps the present value.
struct Profile {
  std::optional<std::string> name = {};
  std::optional<Language> language = {};
  std::optional<std::string> time_zone = {};  // Europe/Berlin
};
struct UnknownTimeZone {};  // to base::is_time_zone()
using ProfileChangeAnswer = std::variant<Changed, UnknownTimeZone, Unknown, Busy>;
Answering<ProfileChangeAnswer> change_profile(PeopleDesk& people, PersonId person, Profile profile,
                                              Deadline deadline);

struct WrongPassword {};  // counts as a failed sign-in, as a wrong code does

struct Confirmation {
  std::string password;
  std::string code;  // of a person with a second factor; empty: none
};
using ConfirmAnswer = std::variant<Changed, WrongPassword, CodeNeeded, WrongCode, TooManyFailures,
                                   TooManySignIns, Unknown, Busy>;
// The person in the session proves to be the one. Unknown: the person has no such session.
Answering<ConfirmAnswer> confirm(PeopleDesk& people, PersonId person, SessionId session,
                                 Confirmation confirmation, Deadline deadline);

struct NewPassword {
  std::string present;
  std::string next;
};
using PasswordAnswer = std::variant<Changed, WrongPassword, credentials::PasswordFault,
                                    TooManyFailures, TooManySignIns, Unknown, Busy>;
// Ends the other sessions, and a link to reset the password. Known devices remain. Unknown: the
// person has no such session.
Answering<PasswordAnswer> change_password(PeopleDesk& people, PersonId person, SessionId session,
                                          NewPassword password, Deadline deadline);

}  // namespace tradepost::exchange
