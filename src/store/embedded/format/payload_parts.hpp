#pragma once

#include <concepts>
#include <type_traits>

#include "exchange/model/effects.hpp"

// The lists of fields, once for both directions: `io` is a FieldWriter or a FieldReader, and io(a,
// b, c) writes or reads these, in this order. A record has a head(io, record) and may have a
// body(io, record); parts of records have fields(io, part). The lists are the tables of storage 2.
// A released list is never changed: a new version is another one.
namespace tradepost::store::embedded {

// A writer is given it as it is, a reader to fill it.
template <typename T, typename Of>
concept Like = std::same_as<std::remove_const_t<T>, Of>;

template <typename Io>
void fields(Io& io, Like<exchange::Identifier> auto& identifier) {
  io(identifier.domain, identifier.text);
}

template <typename Io>
void fields(Io& io, Like<exchange::PartyKey> auto& party) {
  io(party.participant, party.identifier);
}

template <typename Io>
void fields(Io& io, Like<exchange::Actor> auto& actor) {
  io(actor.type, actor.id);
}

template <typename Io>
void fields(Io& io, Like<exchange::RoutedBy> auto& routed) {
  io(routed.role, routed.identifier);
}

template <typename Io>
void fields(Io& io, Like<exchange::Unit> auto& unit) {
  io(unit.depth, unit.index, unit.inside, unit.numbering, unit.number, unit.range, unit.digest);
}

template <typename Io>
void fields(Io& io, Like<exchange::Finding> auto& finding) {
  io(finding.code, finding.path, finding.message);
}

template <typename Io>
void fields(Io& io, Like<exchange::KeyUse> auto& use) {
  io(use.participant, use.flow, use.path, use.key, use.payload);
}

template <typename Io>
void fields(Io& io, Like<exchange::KeyAnswer> auto& answer) {
  io(answer.outcome, answer.made);
}

template <typename Io>
void fields(Io& io, Like<exchange::InternalNumber> auto& number) {
  io(number.of, number.number);
}

template <typename Io>
void fields(Io& io, Like<exchange::AgentGrant> auto& grant) {
  io(grant.agent, grant.kinds);
}

template <typename Io>
void fields(Io& io, Like<exchange::Requirement> auto& requirement) {
  io(requirement.kind, requirement.path, requirement.domain, requirement.when);
}

}  // namespace tradepost::store::embedded
