#pragma once

#include <optional>
#include <string>

#include "exchange/model/directory.hpp"

namespace tradepost::exchange {

// A participant in the form for answers.
struct Named {
  std::optional<ParticipantId>
      id;  // nullopt: the party is not a participant, and its identifier is the name
  std::string name;
};
Named named(const Directory& directory, ParticipantId participant);
Named named(const Directory& directory, const PartyKey& party);

}  // namespace tradepost::exchange
