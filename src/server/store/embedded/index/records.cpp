#include "store/embedded/index/records.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/ground/error.hpp"
#include "store/embedded/format/keys.hpp"

namespace tradepost::store::embedded {
namespace {

// A record's head is much smaller than a page; this guess usually saves a second read.
constexpr std::size_t head_bytes_guess = 1024;

base::Error not_where_the_index_says(journal::Sequence sequence, journal::Place place) {
  return {base::ErrorCode::damaged, base::CallerText("The index of the store is damaged."),
          base::LogText(fmt::format("index: record {} is not at segment {}, byte {}", sequence,
                                    place.segment, place.offset))};
}

Result<std::optional<Row>> row_of(exchange::TransactionId id,
                                  const std::optional<std::string>& bytes) {
  if (!bytes) return std::optional<Row>();
  TRY_ASSIGN(Row row, decoded<Row>(*bytes, "transactions"));
  row.known.id = id;
  return std::optional(std::move(row));
}

struct Body {
  std::optional<std::string_view> bytes;
  base::Digest digest;
};

Body body_of(const journal::RecordView& record) {
  const auto* const kept = std::get_if<journal::KeptBody>(&record.body);
  if (kept == nullptr) return {};
  return {.bytes = kept->bytes, .digest = kept->proof.digest};
}

}  // namespace

Result<Payload> payload_of(const journal::RecordView& record, std::shared_ptr<const void> owner) {
  const Body body = body_of(record);
  return decode(record.kind, record.version, record.head, body.bytes, std::move(owner),
                body.digest);
}

Result<std::optional<Row>> Records::row(exchange::TransactionId id, ReadContext& context) const {
  TRY_ASSIGN(const auto bytes, index_.get(key<layouts::transaction>(id), context));
  return row_of(id, bytes);
}

Result<std::vector<std::optional<Row>>> Records::rows(std::span<const exchange::TransactionId> ids,
                                                      ReadContext& context) const {
  std::vector<std::string> names;
  names.reserve(ids.size());
  for (const auto id : ids) names.push_back(key<layouts::transaction>(id));
  TRY_ASSIGN(const auto values, index_.get(names, context));
  std::vector<std::optional<Row>> rows;
  rows.reserve(ids.size());
  for (std::size_t i = 0; i < ids.size(); ++i) {
    TRY_ASSIGN(rows.emplace_back(), row_of(ids[i], values[i]));
  }
  return rows;
}

Result<bool> Records::is_known(const exchange::Viewer& viewer, const base::Uuid& id,
                               ReadContext& context) const {
  if (!viewer.participant) return true;
  const auto key = keys::known_to(*viewer.participant, viewer.flow, id);
  TRY_ASSIGN(const auto entry, index_.get(key, context));
  return entry.has_value();
}

Result<std::vector<std::optional<Row>>> Records::known_rows(
    const exchange::Viewer& viewer, std::span<const exchange::TransactionId> ids,
    ReadContext& context) const {
  std::vector<std::string> names;
  names.reserve(ids.size());
  for (const auto id : ids) {
    names.push_back(keys::known_to(*viewer.participant, viewer.flow, id.uuid()));
  }
  TRY_ASSIGN(const auto entries, index_.get(names, context));
  std::vector<exchange::TransactionId> known;
  known.reserve(ids.size());
  for (std::size_t i = 0; i < ids.size(); ++i) {
    if (entries[i]) known.push_back(ids[i]);
  }
  TRY_ASSIGN(auto found, rows(known, context));
  std::vector<std::optional<Row>> answer(ids.size());
  auto next = found.begin();
  for (std::size_t i = 0; i < ids.size(); ++i) {
    if (entries[i]) answer[i] = std::move(*next++);
  }
  return answer;
}

Result<exchange::PendingItem> Records::whole(const Row& row, ReadContext& context) const {
  TRY_ASSIGN(exchange::Sent sent_record,
             sent(row.sent, row.place, row.known.content.bytes, context));
  exchange::Transaction whole = row.known;
  whole.routed_by = std::move(sent_record.transaction.routed_by);
  whole.units = std::move(sent_record.transaction.units);
  const bool is_there = !whole.content.removed_at;
  if (is_there) whole.content.digest = sent_record.transaction.content.digest;
  if (row.warned && is_there) {
    TRY_ASSIGN(Payload payload,
               this->payload({.sequence = row.sent + 1, .place = *row.warned}, context));
    add_words(sent_record, std::move(payload));
    whole.warnings = std::move(sent_record.transaction.warnings);
  }
  if (row.reported != 0) {
    TRY_ASSIGN(Payload payload,
               this->payload({.sequence = row.reported, .place = row.report_place}, context));
    auto* const effect = std::get_if<exchange::Effect>(&payload);
    auto* const reported = effect == nullptr ? nullptr : std::get_if<exchange::Reported>(effect);
    auto* const words = std::get_if<CarriedWords>(&payload);
    if (reported != nullptr) whole.feedback.report = std::move(reported->report);
    if (words != nullptr) whole.feedback.report = std::move(words->report);
  }
  return exchange::PendingItem{
      .row = std::make_shared<const exchange::Transaction>(std::move(whole)),
      .content = is_there ? std::move(sent_record.content) : exchange::Bytes()};
}

Result<std::optional<exchange::Original>> Records::original(exchange::TransactionId id,
                                                            ReadContext& context) const {
  using Answer = std::optional<exchange::Original>;
  TRY_ASSIGN(const auto place, value<RecordValue>(key<layouts::original>(id), context));
  if (!place) return Answer();
  TRY_ASSIGN(const Payload payload, this->payload(*place, context));
  const auto* const effect = std::get_if<exchange::Effect>(&payload);
  const auto* const kept =
      effect == nullptr ? nullptr : std::get_if<exchange::OriginalKept>(effect);
  if (kept == nullptr || kept->id != id) {
    return base::refuse(not_where_the_index_says(place->sequence, place->place));
  }
  return Answer(kept->original);
}

void Records::will_need(journal::Place place, std::size_t content_bytes) const {
  journal_.will_need(place, content_bytes + head_bytes_guess);
}

Result<exchange::Sent> Records::sent(journal::Sequence sequence, journal::Place place,
                                     std::size_t content_bytes, ReadContext& context) const {
  TRY_ASSIGN(const journal::Record found,
             record(sequence, place, content_bytes + head_bytes_guess, context));
  if (!is_sent(found.view.kind)) {
    return base::refuse(not_where_the_index_says(sequence, place));
  }
  const Body body = body_of(found.view);
  return decode_sent(found.view.kind, found.view.version, found.view.head, body.bytes, found.owner,
                     body.digest);
}

Result<Payload> Records::payload(const RecordValue& value, ReadContext& context) const {
  TRY_ASSIGN(const journal::Record found,
             record(value.sequence, value.place, journal::page_bytes, context));
  return payload_of(found.view, found.owner);
}

Result<journal::Record> Records::record(journal::Sequence sequence, journal::Place place,
                                        std::size_t bytes_guess, ReadContext& context) const {
  const std::size_t copy_max =
      copied_at_once_max - std::min(context.bytes_copied, copied_at_once_max);
  TRY_ASSIGN(journal::Lookup found, journal_.read(place, sequence,
                                                  {.patience = context.patience,
                                                   .bytes_guess = bytes_guess,
                                                   .copy_max = copy_max,
                                                   .stretch = &context.stretch}));
  context.bytes_copied += found.bytes_copied;
  if (found.outcome == journal::Lookup::Outcome::would_wait) {
    return base::refuse(would_wait(context));
  }
  if (found.outcome != journal::Lookup::Outcome::found) {
    return base::refuse(not_where_the_index_says(sequence, place));
  }
  return std::move(found.record);
}

}  // namespace tradepost::store::embedded
