#include "exchange/people/own_changes.hpp"

namespace tradepost::exchange {

Actor own_actor(const Person& person) {
  const auto& of = person.memberships;
  if (of.empty()) return Actor::network();
  if (!of.front().participant) return Actor::of(OperatorId(person.id.uuid()));
  return Actor::of(*of.front().participant, person.id);
}

}  // namespace tradepost::exchange
