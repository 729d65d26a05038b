#include "store/embedded/entries/row_entries.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include "base/ground/error.hpp"
#include "document/transport_units.hpp"
#include "store/embedded/format/keys.hpp"

namespace tradepost::store::embedded {
namespace {

using exchange::State;
using exchange::TransactionId;

constexpr std::size_t counts_kept_max = 100'000;
constexpr std::size_t worth_reading_ahead = 4;

QueueName queue_of(const exchange::Transaction& row) {
  return {.participant = row.recipient, .flow = row.flow};
}

keys::Direction direction_of(const exchange::Transaction& row) {
  return {.from = *row.parties.principal.participant, .to = row.recipient, .flow = row.flow};
}

keys::PayloadName payload_of(const exchange::Transaction& row, const base::Digest& digest) {
  return {.principal = row.parties.principal,
          .recipient = row.recipient,
          .flow = row.flow,
          .digest = digest};
}

base::Error misses(std::string_view what) {
  return {base::ErrorCode::damaged, base::CallerText("The store is damaged."),
          base::LogText(std::string("index: a record refers to a missing ") + std::string(what))};
}

std::string history_key(const exchange::Transaction& row, exchange::ParticipantId viewer) {
  return key<layouts::history>(viewer, row.flow) +
         keys::history_place({.created = row.created, .id = row.id});
}

std::string number_key(const exchange::Transaction& row, exchange::ParticipantId viewer) {
  return keys::number(viewer, row.flow, row.number) +
         keys::history_place({.created = row.created, .id = row.id});
}

std::string naming_key(const exchange::Transaction& row, const document::Reference& reference,
                       exchange::ParticipantId viewer) {
  return keys::naming(viewer, row.flow, reference.number) +
         keys::history_place({.created = row.created, .id = row.id});
}

}  // namespace

void RowEntries::begin() {
  queue_changes_.clear();
  rows_.clear();
  before_.clear();
  changed_counts_.clear();
  if (counts_.size() > counts_kept_max) counts_.clear();
  summaries_.begin();
  hour_counts_.begin();
}

Done RowEntries::read_ahead(std::vector<TransactionId> ids) {
  if (ids.size() < worth_reading_ahead) return {};
  std::ranges::sort(ids);
  ids.erase(std::ranges::unique(ids).begin(), ids.end());
  TRY_ASSIGN(auto found, frame_.records.rows(ids, frame_.context));
  for (std::size_t i = 0; i < ids.size(); ++i) {
    if (!found[i]) continue;  // an effect of this frame creates it
    before_.emplace(ids[i], Counted::of(*found[i]));
    rows_.emplace(ids[i], *std::move(found[i]));
  }
  return {};
}

Result<Row*> RowEntries::row(TransactionId id) {
  const auto known = rows_.find(id);
  if (known != rows_.end()) return &known->second;
  TRY_ASSIGN(auto found, frame_.records.row(id, frame_.context));
  if (!found) return base::refuse(misses("transaction"));
  before_.emplace(id, Counted::of(*found));
  return &rows_.emplace(id, *std::move(found)).first->second;
}

Result<CountsValue*> RowEntries::counts(const QueueName& of) {
  changed_counts_.insert(of);
  const auto known = counts_.find(of);
  if (known != counts_.end()) return &known->second;
  TRY_ASSIGN(const auto found, frame_.records.value<CountsValue>(
                                   key<layouts::counts>(of.participant, of.flow), frame_.context));
  return &counts_.emplace(of, found.value_or(CountsValue())).first->second;
}

Done RowEntries::place(const Row& row, bool is_there) {
  const exchange::Transaction& known = row.known;
  const QueueName queue = queue_of(known);
  const std::uint64_t one = is_there ? 1 : ~std::uint64_t{0};
  if (known.state == State::pending) {
    const QueueEntry entry{
        .position = known.position, .sent = row.sent, .place = row.place, .kind = known.kind};
    queue_changes_.push_back({.queue = queue, .entry = entry, .is_added = is_there});
    frame_.set(key<layouts::queue>(queue.participant, queue.flow, known.position),
               encoded(QueuedValue{.sent = row.sent, .place = row.place, .kind = known.kind}),
               is_there);
    TRY_ASSIGN(CountsValue* const of, counts(queue));
    of->pending += one;
  } else if (known.state == State::held) {
    const HeldValue value{.id = known.id, .kind = known.kind, .bytes = known.content.bytes};
    frame_.set(keys::held(direction_of(known), row.sent), encoded(value), is_there);
    TRY_ASSIGN(CountsValue* const of, counts(queue));
    of->held += one;
  } else if (known.state == State::failed) {
    TRY_ASSIGN(CountsValue* const of, counts(queue));
    of->failed += one;
  }
  return {};
}

Result<Units> RowEntries::units_of(const Row& row) {
  if (!document::has_labels(row.known.kind)) return Units();
  TRY_ASSIGN(exchange::Sent sent,
             frame_.records.sent(row.sent, row.place, row.known.content.bytes, frame_.context));
  return std::move(sent.transaction.units);
}

Result<base::Digest> RowEntries::digest_of(const Row& row) {
  TRY_ASSIGN(const exchange::Sent sent,
             frame_.records.sent(row.sent, row.place, row.known.content.bytes, frame_.context));
  return sent.transaction.content.digest;
}

void RowEntries::list_units(const Row& row, const Units& units, exchange::ParticipantId viewer,
                            bool is_there) {
  const exchange::Transaction& known = row.known;
  for (const exchange::Unit& unit : units) {
    if (unit.number == 0) continue;
    frame_.set(keys::sscc({.viewer = viewer,
                           .flow = known.flow,
                           .kind = known.kind,
                           .is_principals = known.parties.principal.participant == viewer,
                           .number = unit.number},
                          row.sent),
               encoded(known.id), is_there);
  }
}

void RowEntries::list_references(const Row& row, exchange::ParticipantId viewer, bool is_there) {
  for (const document::Reference& reference : row.references) {
    frame_.set(naming_key(row.known, reference, viewer), encoded(NamingValue{reference.kinds}),
               is_there);
  }
}

void RowEntries::forget_references(Row& row) {
  for (const auto viewer : row.known.viewers) list_references(row, viewer, false);
  row.references.clear();
}

void RowEntries::show(const Row& row, const Units& units, exchange::ParticipantId viewer,
                      bool is_there) {
  const exchange::Transaction& known = row.known;
  list_units(row, units, viewer, is_there);
  frame_.set(history_key(known, viewer),
             encoded(HistoryValue{.kind = known.kind, .is_sent = known.is_senders(viewer)}),
             is_there);
  if (!known.number.empty()) frame_.set(number_key(known, viewer), {}, is_there);
  list_references(row, viewer, is_there);
}

void RowEntries::make_known(const Counted* before, const Row& row) {
  const exchange::Transaction& known = row.known;
  const auto is_seen = [&](exchange::ParticipantId viewer) {
    const exchange::Viewer asks{.participant = viewer, .flow = known.flow};
    return !row.is_removed && asks.sees(known);
  };
  for (const auto viewer : known.viewers) {
    const bool was_seen = before != nullptr && before->is_seen(known, viewer);
    if (was_seen || !is_seen(viewer)) continue;
    frame_.batch.put(keys::known_to(viewer, known.flow, known.id.uuid()), {});
  }
  if (before == nullptr) return;
  for (const auto viewer : before->viewers) {
    if (!before->is_seen(known, viewer) || is_seen(viewer)) continue;
    frame_.batch.remove(keys::known_to(viewer, known.flow, known.id.uuid()));
  }
}

Done RowEntries::deliver(Row& row, At at) {
  exchange::Transaction& known = row.known;
  known.state = State::pending;
  known.position = at.sequence;
  TRY(place(row, true));
  if (!known.links.delivered_replaces) return {};
  const TransactionId id = known.id;
  TRY_ASSIGN(Row* const older, this->row(*known.links.delivered_replaces));
  older->known.links.delivered_replaced_by = id;
  return {};
}

void RowEntries::set_version(const Row& row, const base::Digest& digest, bool is_there) {
  const exchange::Transaction& known = row.known;
  const auto prefix =
      known.has_chain ? keys::chain(known.chain()) : keys::payload(payload_of(known, digest));
  frame_.set(keys::version(prefix, row.sent),
             encoded(VersionValue{.id = known.id, .digest = digest}), is_there);
}

// Visits rows in the order of their places, so that a replayed frame has the same result.
Done RowEntries::sum_up() {
  std::vector<std::pair<exchange::HistoryPlace, const Row*>> rows;
  rows.reserve(rows_.size());
  for (const auto& [id, row] : rows_) {
    rows.emplace_back(exchange::HistoryPlace{.created = row.known.created, .id = id}, &row);
  }
  std::ranges::sort(rows);
  for (const auto& [place, row] : rows) {
    const auto known = before_.find(place.id);
    const Counted* const before = known == before_.end() ? nullptr : &known->second;
    for (const auto viewer : row->known.viewers) {
      const bool joins = before == nullptr || !before->is_viewer(viewer);
      TRY(summaries_.note(row->known, viewer,
                          joins ? Summaries::Joins::newly : Summaries::Joins::no, frame_.context));
    }
    const bool is_new = before == nullptr;
    TRY(summaries_.note(row->known, everybody,
                        is_new ? Summaries::Joins::newly : Summaries::Joins::no, frame_.context));
    TRY(hour_counts_.count(before, *row, frame_.context));
    make_known(before, *row);
  }
  summaries_.finish(frame_.batch);
  hour_counts_.finish(frame_.batch);
  frame_.changed.insert(hour_counts_.changed_viewers().begin(),
                        hour_counts_.changed_viewers().end());
  return {};
}

Done RowEntries::finish() {
  TRY(sum_up());
  for (const auto& [id, row] : rows_) frame_.batch.put(key<layouts::transaction>(id), encoded(row));
  for (const QueueName& name : changed_counts_) {
    frame_.batch.put(key<layouts::counts>(name.participant, name.flow), encoded(counts_.at(name)));
  }
  return {};
}

}  // namespace tradepost::store::embedded
