#pragma once

#include <optional>
#include <variant>

#include "exchange/people/joining.hpp"

// Administrators and operators change the access of people.
namespace tradepost::exchange {

using ManageAnswer = std::variant<Changed, NotAllowed, Unknown, Busy>;

// Sets role and flows of a membership that exists. Sessions continue with the new role, unless
// their flow is not in the membership.
Answering<ManageAnswer> set_membership(PeopleDesk& people, Manager manager, PersonId person,
                                       Membership membership, Deadline deadline);
// Ends the membership and the sessions in it.
Answering<ManageAnswer> end_membership(PeopleDesk& people, Manager manager, PersonId person,
                                       std::optional<ParticipantId> participant, Deadline deadline);

enum class Access : std::uint8_t { enabled, disabled };
// A disabled person keeps the memberships, and has no session on any node after two seconds. For
// operators only: an administrator ends the membership. NotAllowed: the own access.
Answering<ManageAnswer> set_access(PeopleDesk& people, OperatorId by, PersonId person,
                                   Access access, Deadline deadline);

// Deletes the key of the person, so that name, address and secrets can't be read again. The id
// remains the author of the person's actions. For operators only; may be repeated.
Answering<ManageAnswer> erase_person(PeopleDesk& people, Actor by, PersonId person,
                                     Deadline deadline);

// Removes the keys of erased people that remained because a process ended. Returns their number.
// The key of a person without an entry remains: an invitation makes the key first.
Answering<std::size_t> remove_keys_of_erased(DirectoryPtr directory, PersonKeys& keys,
                                             Deadline deadline);

}  // namespace tradepost::exchange
