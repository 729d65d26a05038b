#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <variant>

#include "base/ground/result.hpp"
#include "store/embedded/format/fields.hpp"
#include "store/embedded/format/values.hpp"

// Writes and reads the values of the index by their lists of fields, like payloads.
namespace tradepost::store::embedded {

template <typename Io>
void fields(Io& io, Like<journal::Place> auto& place) {
  io(place.segment, place.offset);
}
template <typename Io>
void fields(Io& io, Like<Applied> auto& applied) {
  io(applied.format, applied.journal, applied.epoch, applied.frame, applied.next, applied.sequence,
     applied.chain, applied.last_instant, applied.directory);
}
template <typename Io>
void fields(Io& io, Like<exchange::Report> auto& report) {
  io(report.verdict, report.type, report.at, report.by);
}
template <typename Io>
void fields(Io& io, Like<document::Reference> auto& reference) {
  io(reference.number, reference.kinds);
}
template <typename Io>
void fields(Io& io, Like<Row> auto& row) {
  auto& known = row.known;
  io(known.created, known.flow, known.kind, known.origin.cause, known.origin.requeued,
     known.parties.principal, known.parties.agent, known.parties.commercial, known.number,
     known.version, known.links.replaces, known.starts_versions, known.has_chain,
     known.content.bytes, known.state, known.recipient, known.viewers, known.position,
     known.links.replaced_by, known.links.delivered_replaces, known.links.delivered_replaced_by,
     known.feedback.report, known.feedback.case_id, known.content.removed_at, row.sent, row.place,
     row.warned, row.reported, row.report_place, row.is_removed, row.references);
}
template <typename Io>
void fields(Io& io, Like<NamingValue> auto& value) {
  io(value.kinds);
}
template <typename Io>
void fields(Io& io, Like<QueuedValue> auto& value) {
  io(value.sent, value.place, value.kind);
}
template <typename Io>
void fields(Io& io, Like<HeldValue> auto& value) {
  io(value.id, value.kind, value.bytes);
}
template <typename Io>
void fields(Io& io, Like<VersionValue> auto& value) {
  io(value.id, value.digest);
}
template <typename Io>
void fields(Io& io, Like<HistoryValue> auto& value) {
  io(value.kind, value.is_sent);
}
template <typename Io>
void fields(Io& io, Like<exchange::HistoryPlace> auto& place) {
  io(place.created, place.id);
}
template <typename Io>
void fields(Io& io, Like<SummaryValue> auto& value) {
  io(value.rows, value.newest, value.kinds, value.statuses, value.directions, value.partners,
     value.has_any_partner, value.numbers);
}
template <typename Io>
void fields(Io& io, Like<HourCell> auto& cell) {
  io(cell.kind, cell.direction, cell.status, cell.count);
}
template <typename Io>
void fields(Io& io, Like<HourValue> auto& value) {
  io(value.cells);
}
template <typename Io>
void fields(Io& io, Like<FeedValue> auto& value) {
  io(value.type, value.id);
}
template <typename Io>
void fields(Io& io, Like<RecordValue> auto& value) {
  io(value.sequence, value.place);
}
template <typename Io>
void fields(Io& io, Like<RejectionValue> auto& value) {
  io(value.id, value.bytes);
}
template <typename Io>
void fields(Io& io, Like<RejectedValue> auto& value) {
  io(value.sender, value.flow, value.payload, value.record);
}
template <typename Io>
void fields(Io& io, Like<FrameValue> auto& value) {
  io(value.place);
}
template <typename Io>
void fields(Io& io, Like<EntryValue> auto& value) {
  io(value.whole, value.kept);
}
template <typename Io>
void fields(Io& io, Like<IntentValue> auto& value) {
  io(value.steps, value.kept);
}
template <typename Io>
void fields(Io& io, Like<CountsValue> auto& value) {
  io(value.pending, value.held, value.failed);
}

base::Error index_damaged(std::string_view table);

template <typename Value>
std::string encoded(const Value& value) {
  std::string bytes;
  FieldWriter writer(bytes);
  writer(value);
  return bytes;
}

template <typename Value>
base::Result<Value> decoded(std::string_view bytes, std::string_view table) {
  Value value;
  FieldReader reader(bytes);
  reader(value);
  if (!reader.is_whole()) return base::refuse(index_damaged(table));
  return value;
}

// Returns an effect, encoded as in its record. Cases, directory and keys are stored so.
std::string kept(const exchange::Effect& effect);
base::Result<exchange::Effect> kept_effect(std::string_view bytes);
template <typename Kind>
base::Result<Kind> kept_as(std::string_view bytes) {
  TRY_ASSIGN(exchange::Effect effect, kept_effect(bytes));
  auto* const value = std::get_if<Kind>(&effect);
  if (value == nullptr) return base::refuse(index_damaged("kept"));
  return std::move(*value);
}

}  // namespace tradepost::store::embedded
