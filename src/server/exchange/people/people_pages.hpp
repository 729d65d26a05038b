#pragma once

#include <optional>
#include <variant>

#include "exchange/desk/entry_page.hpp"
#include "exchange/people/people_desk.hpp"

// People as pages for administrators and operators, in the order of their ids.
namespace tradepost::exchange {

struct PersonShown {
  Person entry;
  std::optional<PersonData> data;  // nullopt: the key is gone
};

// A place: a participant, or nullopt for the operators.
struct MembersOf {
  std::optional<ParticipantId> place;
};
struct Everybody {};  // also people without a membership, such as erased ones
using PeopleWanted = std::variant<Everybody, MembersOf>;

Answering<DirectoryPageAnswer<PersonShown>> people_of(PeopleDesk& people, PeopleWanted wanted,
                                                      PageOf page, Deadline deadline);

}  // namespace tradepost::exchange
