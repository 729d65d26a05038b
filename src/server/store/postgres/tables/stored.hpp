#pragma once

#include <string>
#include <string_view>

#include "base/ground/check.hpp"
#include "exchange/model/directory_entries.hpp"
#include "exchange/model/effects.hpp"
#include "exchange/records/stored_parts.hpp"
#include "exchange/records/stored_reader.hpp"
#include "exchange/records/stored_writer.hpp"

// The bytes of rows, cases and entries in their tables. Statements select by separate columns.
namespace tradepost::store::postgres {

using exchange::Like;

class FieldWriter : public exchange::StoredWriter<FieldWriter> {
 public:
  using StoredWriter::StoredWriter;
};

class FieldReader : public exchange::StoredReader<FieldReader> {
 public:
  using StoredReader::StoredReader;
};

template <typename Io>
void fields(Io& io, Like<exchange::Report> auto& report) {
  io(report.verdict, report.reason, report.type, report.context, report.at, report.by);
}

template <typename Io>
void fields(Io& io, Like<exchange::Warnings> auto& warnings) {
  if constexpr (std::is_const_v<std::remove_reference_t<decltype(warnings)>>) {
    io(warnings.list());
  } else {
    std::vector<exchange::Finding> list;
    io(list);
    warnings = exchange::Warnings(std::move(list));
  }
}

template <typename Io>
void fields(Io& io, Like<exchange::ChainKey> auto& chain) {
  io(chain.principal, chain.commercial, chain.kind, chain.flow, chain.number);
}

template <typename Io>
void fields(Io& io, Like<exchange::Transaction> auto& row) {
  io(row.id, row.created, row.flow, row.kind, row.origin.cause, row.origin.requeued,
     row.parties.principal, row.parties.agent, row.parties.commercial, row.number, row.version,
     row.links.replaces, row.starts_versions, row.has_chain, row.routed_by, row.warnings, row.units,
     row.content.digest, row.content.bytes);
  io(row.state, row.recipient, row.viewers, row.position, row.links.replaced_by,
     row.links.delivered_replaces, row.links.delivered_replaced_by, row.feedback.report,
     row.feedback.case_id, row.content.removed_at);
}

template <typename Io>
void fields(Io& io, Like<exchange::Case> auto& value) {
  io(value.id, value.revision, value.changed, value.changed_by, value.opened, value.flow,
     value.owners, value.status, value.turn, value.type, value.origin, value.transaction,
     value.kind, value.count, value.resolved_by, value.reason, value.context,
     value.transaction_identifier);
}

template <typename Io>
void fields(Io& io, Like<exchange::CaseCommented> auto& comment) {
  io(comment.id, comment.number, comment.at, comment.by, comment.text);
}

template <typename Io>
void fields(Io& io, Like<exchange::Rejected> auto& rejected) {
  io(rejected.id, rejected.sender, rejected.flow, rejected.kind, rejected.at, rejected.payload,
     rejected.content, rejected.faults, rejected.fault_count);
}

template <typename Io>
void fields(Io& io, Like<exchange::Event> auto& event) {
  io(event.at, event.type, event.by, event.detail, event.audience);
}

template <typename Io>
void fields(Io& io, Like<exchange::Intent> auto& intent) {
  io(intent.id, intent.type, intent.from, intent.to, intent.identifiers, intent.by);
}

template <typename Io>
void fields(Io& io, Like<exchange::EndpointProgress> auto& progress) {
  io(progress.endpoint, progress.position, progress.failures, progress.failing_since,
     progress.next_attempt, progress.fence, progress.state);
}

template <typename Io>
void fields(Io& io, Like<exchange::Participant> auto& participant) {
  io(participant.id, participant.revision, participant.state, participant.name,
     participant.identifiers, participant.numbers, participant.agents, participant.requirements);
  io.tail(participant.second_factor);
}

template <typename Io>
void fields(Io& io, Like<exchange::Token> auto& token) {
  io(token.id, token.revision, token.participant, token.hash, token.flow, token.scopes,
     token.expires, token.revoked, token.name);
  io.tail(token.created_by);
}

template <typename Io>
void fields(Io& io, Like<exchange::Relationship> auto& relationship) {
  io(relationship.from, relationship.to, relationship.revision, relationship.status,
     relationship.kinds, relationship.flows, relationship.requirements);
}

template <typename Io>
void fields(Io& io, Like<exchange::Endpoint> auto& endpoint) {
  io(endpoint.id, endpoint.revision, endpoint.participant, endpoint.flow, endpoint.events,
     endpoint.state, endpoint.url, endpoint.sealed_secret);
}

template <typename Io>
void fields(Io& io, Like<exchange::NumberRange> auto& range) {
  io(range.id, range.revision, range.participant, range.flow, range.prefix, range.next, range.end);
}

template <typename Io>
void fields(Io& io, Like<exchange::Setting> auto& setting) {
  io(setting.name, setting.revision, setting.value);
}

template <typename Io>
void fields(Io& io, Like<exchange::Person> auto& person) {
  io(person.id, person.revision, person.state, person.change, person.has_joined, person.memberships,
     person.sessions, person.link, person.sealed);
}

template <typename Io>
void fields(Io& io, Like<exchange::DocumentNumbers> auto& numbers) {
  io(numbers.participant, numbers.flow, numbers.kind, numbers.revision, numbers.change,
     numbers.change_id, numbers.epoch, numbers.prefix, numbers.next, numbers.width, numbers.given);
}

template <typename Value>
std::string stored(const Value& value) {
  std::string bytes;
  FieldWriter writer(bytes);
  writer(value);
  return bytes;
}

// Aborts on bytes that no version wrote: they are damage that the database did not notice, and no
// decision can be based on them.
template <typename Value>
Value read(std::string_view bytes) {
  Value value;
  FieldReader reader(bytes);
  reader(value);
  CHECK(reader.is_whole());
  return value;
}

// Returns the key of an entry, which is unique among the entries of its type.
std::string key_of(const exchange::DirectoryEntry& entry);
std::string stored(const exchange::DirectoryEntry& entry);
exchange::DirectoryEntry read_entry(std::int64_t type, std::string_view bytes);

}  // namespace tradepost::store::postgres
