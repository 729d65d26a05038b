#pragma once

#include <concepts>
#include <type_traits>

#include "exchange/model/effects.hpp"

// The lists of fields, shared by both directions and all stores: `io` is a StoredWriter or a
// StoredReader, and io(a, b, c) writes or reads these fields in this order. The lists are the
// tables of storage 2. A released list never changes: a new version is another list.
namespace tradepost::exchange {

// A constant value for a writer, a variable for a reader.
template <typename T, typename Of>
concept Like = std::same_as<std::remove_const_t<T>, Of>;

template <typename Io>
void fields(Io& io, Like<Identifier> auto& identifier) {
  io(identifier.domain, identifier.text);
}

template <typename Io>
void fields(Io& io, Like<PartyKey> auto& party) {
  io(party.participant, party.identifier);
}

template <typename Io>
void fields(Io& io, Like<Actor> auto& actor) {
  io(actor.type, actor.id);
  if (actor.type == Actor::Type::person) io(actor.person);
}

template <typename Io>
void fields(Io& io, Like<RoutedBy> auto& routed) {
  io(routed.role, routed.identifier);
}

template <typename Io>
void fields(Io& io, Like<Unit> auto& unit) {
  io(unit.depth, unit.index, unit.inside, unit.numbering, unit.number, unit.range, unit.digest);
}

template <typename Io>
void fields(Io& io, Like<Finding> auto& finding) {
  io(finding.code, finding.path, finding.message);
}

template <typename Io>
void fields(Io& io, Like<KeyUse> auto& use) {
  io(use.participant, use.flow, use.path, use.key, use.payload);
}

template <typename Io>
void fields(Io& io, Like<KeyAnswer> auto& answer) {
  io(answer.outcome, answer.made);
}

template <typename Io>
void fields(Io& io, Like<InternalNumber> auto& number) {
  io(number.of, number.number);
}

template <typename Io>
void fields(Io& io, Like<AgentGrant> auto& grant) {
  io(grant.agent, grant.kinds);
}

template <typename Io>
void fields(Io& io, Like<Requirement> auto& requirement) {
  io(requirement.kind, requirement.path, requirement.domain, requirement.when);
}

template <typename Io>
void fields(Io& io, Like<Membership> auto& membership) {
  io(membership.participant, membership.role, membership.flows);
}

template <typename Io>
void fields(Io& io, Like<PersonSession> auto& session) {
  io(session.id, session.secret, session.participant, session.flow, session.began, session.used,
     session.confirmed, session.epoch);
}

template <typename Io>
void fields(Io& io, Like<PersonLink> auto& link) {
  io(link.purpose, link.secret, link.ends, link.epoch);
}

template <typename Io>
void fields(Io& io, Like<GivenNumbers> auto& given) {
  io(given.prefix, given.end);
}

}  // namespace tradepost::exchange
