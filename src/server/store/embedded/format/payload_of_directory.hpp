#pragma once

#include "exchange/model/effects.hpp"
#include "store/embedded/format/fields.hpp"
#include "store/embedded/format/payload.hpp"

// Records 40 to 60, and from 74 on: the directory, intents, acts, feeds, the store itself.
namespace tradepost::store::embedded {

// An entry of the directory is written with the DirectorySet that sets it: when, and by whom.

void of_carried(auto& io, auto& set) {
  if (set.carried) io(*set.carried);
}

template <typename Io>
void head(Io& io, Like<exchange::Participant> auto& participant, auto& set) {
  io(participant.id, participant.revision, set.at, set.by, participant.state);
  io(participant.identifiers, participant.numbers, participant.agents);
  of_carried(io, set);
}
template <typename Io>
void body(Io& io, Like<exchange::Participant> auto& participant) {
  io(participant.name, participant.requirements);
  io.tail(participant.second_factor);
}

template <typename Io>
void head(Io& io, Like<exchange::Token> auto& token, auto& set) {
  io(token.id, token.revision, set.at, set.by, token.participant, token.hash, token.flow,
     token.scopes, token.expires, token.revoked);
  of_carried(io, set);
}
template <typename Io>
void body(Io& io, Like<exchange::Token> auto& token) {
  io(token.name);
  io.tail(token.created_by);
}

template <typename Io>
void head(Io& io, Like<exchange::Relationship> auto& relationship, auto& set) {
  io(relationship.from, relationship.to, relationship.revision, set.at, set.by);
  io(relationship.status, relationship.kinds, relationship.flows);
  of_carried(io, set);
}
template <typename Io>
void body(Io& io, Like<exchange::Relationship> auto& relationship) {
  io(relationship.requirements);
}

template <typename Io>
void head(Io& io, Like<exchange::Endpoint> auto& endpoint, auto& set) {
  io(endpoint.id, endpoint.revision, set.at, set.by, endpoint.participant, endpoint.flow,
     endpoint.events, endpoint.state);
  of_carried(io, set);
}
template <typename Io>
void body(Io& io, Like<exchange::Endpoint> auto& endpoint) {
  io(endpoint.url, endpoint.sealed_secret);
}

template <typename Io>
void head(Io& io, Like<exchange::NumberRange> auto& range, auto& set) {
  io(range.id, range.revision, set.at, set.by, range.participant, range.flow, range.prefix,
     range.next, range.end);
  of_carried(io, set);
}

template <typename Io>
void head(Io& io, Like<exchange::Setting> auto& setting, auto& set) {
  io(setting.name, setting.revision, set.at, set.by);
  of_carried(io, set);
}
template <typename Io>
void body(Io& io, Like<exchange::Setting> auto& setting) {
  io(setting.value);
}

template <typename Io>
void head(Io& io, Like<exchange::Person> auto& person, auto& set) {
  io(person.id, person.revision, set.at, set.by, person.state, person.change);
  of_carried(io, set);
}
template <typename Io>
void body(Io& io, Like<exchange::Person> auto& person) {
  io(person.has_joined, person.memberships, person.sessions, person.link, person.sealed);
}

template <typename Io>
void head(Io& io, Like<exchange::DocumentNumbers> auto& numbers, auto& set) {
  io(numbers.participant, numbers.flow, numbers.kind, numbers.revision, set.at, set.by,
     numbers.change, numbers.change_id, numbers.epoch, numbers.prefix, numbers.next, numbers.width,
     numbers.given);
  of_carried(io, set);
}

template <typename Io>
void head(Io& io, Like<exchange::IntentSet> auto& set) {
  auto& intent = set.intent;
  io(intent.id, intent.type, set.at, intent.by, intent.from, intent.to, intent.identifiers);
}

template <typename Io>
void head(Io& io, Like<exchange::IntentStepped> auto& stepped) {
  io(stepped.id, stepped.steps, stepped.done);
}

template <typename Io>
void head(Io& io, Like<exchange::ActCarried> auto& carried) {
  auto& act = carried.act;
  io(carried.sequence, act.at, act.by, act.type, act.subject);
}
template <typename Io>
void body(Io& io, Like<exchange::ActCarried> auto& carried) {
  io(carried.act.detail);
}

template <typename Io>
void head(Io& io, Like<exchange::FeedCarried> auto& carried) {
  auto& [position, entry] = carried.place;
  io(position, entry.participant, entry.flow, entry.type, entry.id);
}

template <typename Io>
void head(Io& io, Like<EpochBegun> auto& begun) {
  io(begun.epoch, begun.at, begun.cause, begun.from);
}

}  // namespace tradepost::store::embedded
