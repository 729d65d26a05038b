#pragma once

#include <variant>

#include "exchange/people/managing.hpp"

// Managers help people who have lost a secret.
namespace tradepost::exchange {

using ManagedResetAnswer = std::variant<IssuedLink, NotAllowed, Unknown, Busy>;
// Issues the link, and ends an earlier one. Unknown: no person, or not one of the manager's people.
// NotAllowed: the manager's own password, or a person who can't sign in.
Answering<ManagedResetAnswer> issue_reset_for(PeopleDesk& people, Manager manager, PersonId person,
                                              Deadline deadline);

// For a person who has lost the device and the recovery codes. Unknown: as above, or the person has
// no second factor. NotAllowed: the manager's own, or a person who also belongs to others.
Answering<ManageAnswer> remove_second_factor_of(PeopleDesk& people, Manager manager,
                                                PersonId person, Deadline deadline);

}  // namespace tradepost::exchange
