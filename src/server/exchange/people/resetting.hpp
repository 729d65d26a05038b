#pragma once

#include <variant>

#include "exchange/people/joining.hpp"

// Managers give people a link to choose a new password.
namespace tradepost::exchange {

using ManagedResetAnswer = std::variant<IssuedLink, NotAllowed, Unknown, Busy>;
// Issues the link, and ends an earlier one. Unknown: no person, or not one of the manager's people.
// NotAllowed: the manager's own password, or a person who can't sign in.
Answering<ManagedResetAnswer> issue_reset_for(PeopleDesk& people, Manager manager, PersonId person,
                                              Deadline deadline);

}  // namespace tradepost::exchange
