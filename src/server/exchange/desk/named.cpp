#include "exchange/desk/named.hpp"

#include <fmt/format.h>

namespace tradepost::exchange {

Named named(const Directory& directory, ParticipantId participant) {
  const Participant* const known = directory.participant(participant);
  return {.id = participant, .name = known == nullptr ? std::string() : known->name};
}

Named named(const Directory& directory, const PartyKey& party) {
  if (party.identifier) {
    return {
        .id = {},
        .name = fmt::format("{} {}", name_of(party.identifier->domain), party.identifier->text)};
  }
  return party.participant ? named(directory, *party.participant) : Named{};
}

}  // namespace tradepost::exchange
