#include "exchange/rules/simulated.hpp"

#include <fmt/format.h>

#include <cstddef>

#include "base/crypto/sha256.hpp"

namespace tradepost::exchange {
namespace {

// The bytes 6 to 8 of an id: version 8 with the role, and two bytes with the variant of RFC 9562.
constexpr std::size_t marked_at = 6;
constexpr std::uint8_t version = 0x80;
constexpr std::uint8_t mark = 0x53;
constexpr std::uint8_t mark_with_variant = 0xad;

}  // namespace

std::string_view name_of(SimulatedRole role) {
  switch (role) {
    case SimulatedRole::supplier:
      return "supplier";
    case SimulatedRole::buyer:
      break;
  }
  return "buyer";
}

std::optional<SimulatedRole> simulated_role_of(std::string_view name) {
  for (const SimulatedRole role : simulated_roles) {
    if (name_of(role) == name) return role;
  }
  return std::nullopt;
}

ParticipantId simulated_id(ParticipantId owner, SimulatedRole role) {
  const auto digest =
      base::sha256(fmt::format("simulated {} of {}", name_of(role), owner.to_string()));
  base::Uuid id = owner.uuid();
  id.bytes[marked_at] = static_cast<std::uint8_t>(version | static_cast<std::uint8_t>(role));
  id.bytes[marked_at + 1] = mark;
  id.bytes[marked_at + 2] = mark_with_variant;
  for (std::size_t i = marked_at + 3; i < id.bytes.size(); ++i) {
    id.bytes[i] = digest.bytes[i];
  }
  return ParticipantId(id);
}

bool is_simulated(ParticipantId id) {
  const auto& bytes = id.uuid().bytes;
  return (bytes[marked_at] & 0xf0) == version && bytes[marked_at + 1] == mark &&
         bytes[marked_at + 2] == mark_with_variant;
}

}  // namespace tradepost::exchange
