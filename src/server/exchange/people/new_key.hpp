#pragma once

#include <optional>
#include <string>

#include "exchange/people/people_desk.hpp"

namespace tradepost::exchange {

// Returns the key of the address. It makes a new one if there is none, or if its person is erased:
// then the process ended before it removed the key. Returns nullopt if another task has just made
// one.
Answering<std::optional<PersonKey>> key_for(PeopleDesk& people, const std::string& email,
                                            Deadline deadline);

}  // namespace tradepost::exchange
