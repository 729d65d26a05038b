#pragma once

#include <optional>
#include <string>

#include "exchange/model/directory.hpp"

namespace tradepost::exchange {

// A participant as answers name it.
struct Named {
  std::optional<ParticipantId>
      id;  // none: the party is no participant, and its identifier is the name
  std::string name;
};
Named named(const Directory& directory, ParticipantId participant);
Named named(const Directory& directory, const PartyKey& party);

}  // namespace tradepost::exchange
