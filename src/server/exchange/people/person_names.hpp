#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "exchange/people/people_desk.hpp"

namespace tradepost::exchange {

// The present names of people. A person whose key is deleted is "a former person".
using PersonNames = std::map<PersonId, std::string>;
inline constexpr std::string_view former_person = "a former person";

// Returns the person who acted: for a participant, or among the operators.
std::optional<PersonId> person_of(const Actor& actor, const Directory& directory);

// Returns the names of the people among these authors. With `of`, only of the people who acted for
// that participant: others must not learn their names.
Answering<PersonNames> names_of(PeopleDesk& people, std::vector<Actor> authors,
                                std::optional<ParticipantId> of, Deadline deadline);

}  // namespace tradepost::exchange
