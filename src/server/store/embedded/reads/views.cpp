#include "store/embedded/reads/views.hpp"

#include <algorithm>
#include <functional>
#include <map>
#include <span>
#include <utility>
#include <variant>

#include "base/ground/limits.hpp"
#include "document/transport_units.hpp"
#include "exchange/records/act_of.hpp"
#include "exchange/records/feed.hpp"
#include "store/embedded/format/keys.hpp"

namespace tradepost::store::embedded {
namespace {

using exchange::CasePlace;
using exchange::CaseStatus;
using exchange::Flow;
using exchange::ParticipantId;

// Returns the place after which the page begins.
std::optional<QueueName> place_before(const exchange::QueuesQuery& query) {
  std::optional<QueueName> place;
  if (query.participant) place = {.participant = *query.participant, .flow = Flow()};
  if (!query.after) return place;
  const QueueName after{.participant = query.after->participant, .flow = query.after->flow};
  return std::max(place, std::optional(after));
}

// The first of these records, and the following ones that one read includes.
struct Together {
  std::size_t records = 1;
  std::size_t bytes = 0;  // up to the beginning of the last one
};
Together together_at_front(std::span<const QueueEntry> entries) {
  constexpr std::size_t gap_max = 16u << 10;  // bytes between two records are read for nothing
  constexpr std::size_t together_max = 128u << 10;
  const journal::Place first = entries.front().place;
  Together together;
  for (const QueueEntry& entry : entries.subspan(1)) {
    if (entry.place.segment != first.segment || entry.place.offset < first.offset) break;
    const std::size_t bytes = entry.place.offset - first.offset;
    if (bytes < together.bytes || bytes > together.bytes + gap_max || bytes > together_max) break;
    ++together.records;
    together.bytes = bytes;
  }
  return together;
}

}  // namespace

// Makes the row from the record that queued it: the fields that the recipient sees do not change
// while the document is pending.
Result<exchange::PendingPage> Views::pending(const exchange::PendingQuery& query,
                                             ReadContext& context) const {
  const QueueName name{.participant = query.recipient, .flow = query.flow};
  TRY_ASSIGN(const QueueLook look,
             queues_.look(name, query.after, query.kinds, query.count_max, context));
  exchange::PendingPage page{.items = {}, .more = look.more};
  page.items.reserve(look.entries.size());
  if (context.patience == Patience::waits && look.entries.size() > 1) {
    for (const QueueEntry& entry : look.entries) records_.will_need(entry.place, 0);
  }
  std::uint64_t bytes = 0;
  Together together{.records = 0};
  for (std::size_t i = 0; i < look.entries.size(); ++i, --together.records) {
    const QueueEntry& entry = look.entries[i];
    if (together.records == 0) {
      together = together_at_front(std::span(look.entries).subspan(i));
    }
    TRY_ASSIGN(exchange::Sent sent_record,
               records_.sent(entry.sent, entry.place, together.bytes, context));
    const std::uint64_t size = sent_record.content.view.size();
    if (!page.items.empty() && bytes + size > query.bytes_max) {
      page.more = true;
      break;
    }
    bytes += size;
    exchange::Transaction& row = sent_record.transaction;
    row.state = exchange::State::pending;
    row.position = entry.position;
    row.recipient = query.recipient;
    page.items.push_back({.row = std::make_shared<const exchange::Transaction>(std::move(row)),
                          .content = std::move(sent_record.content)});
  }
  return page;
}

Result<bool> Views::has_pending(const exchange::PendingQuery& query, ReadContext& context) const {
  TRY_ASSIGN(const QueueLook look,
             queues_.look({.participant = query.recipient, .flow = query.flow}, query.after,
                          query.kinds, 1, context));
  return !look.entries.empty();
}

Result<std::vector<exchange::Event>> Views::events_of(const Row& row, ReadContext& context) const {
  std::vector<exchange::Event> events;
  const auto add = [&](const exchange::Effect& effect) {
    for (auto& [id, event] : exchange::events_of(effect)) {
      if (id == row.known.id) exchange::add_event(events, std::move(event));
    }
  };
  TRY_ASSIGN(exchange::Sent sent, records_.sent(row.sent, row.place, 0, context));
  if (row.warned) {
    TRY_ASSIGN(Payload payload,
               records_.payload({.sequence = row.sent + 1, .place = *row.warned}, context));
    add_words(sent, std::move(payload));
  }
  // A requeue is also an event of the older transaction; it does not belong to this row.
  add(sent);
  std::vector<RecordValue> others;
  auto walk = records_.index().walk(key<layouts::event>(row.known.id), {}, context);
  while (walk.next()) {
    TRY_ASSIGN(others.emplace_back(), decoded<RecordValue>(walk.value(), "events"));
  }
  TRY(walk.done());
  for (const RecordValue& other : others) {
    TRY_ASSIGN(const Payload payload, records_.payload(other, context));
    if (const auto* const effect = std::get_if<exchange::Effect>(&payload)) add(*effect);
  }
  return events;
}

Result<std::optional<exchange::Found>> Views::find(const exchange::FindQuery& query,
                                                   ReadContext& context) const {
  using Answer = std::optional<exchange::Found>;
  TRY_ASSIGN(const bool is_known, records_.is_known(query.viewer, query.id.uuid(), context));
  if (!is_known) return Answer();
  TRY_ASSIGN(const auto row, records_.row(query.id, context));
  if (!row || row->is_removed || !query.viewer.sees(row->known)) return Answer();
  TRY_ASSIGN(exchange::PendingItem item, records_.whole(*row, context));
  exchange::Found found{.row = std::move(item.row), .content = {}, .events = {}};
  if (query.content == exchange::WithContent::yes) found.content = std::move(item.content);
  if (query.with_original && !row->known.content.removed_at) {
    TRY_ASSIGN(found.original, records_.original(query.id, context));
  }
  TRY_ASSIGN(found.events, events_of(*row, context));
  return Answer(std::move(found));
}

Result<Views::Bearer> Views::newest_seen(const keys::SsccName& name, ReadContext& context) const {
  const exchange::Viewer viewer{.participant = name.viewer, .flow = name.flow};
  auto walk = records_.index().walk_numbered(keys::sscc(name), context);
  while (walk.next()) {
    TRY_ASSIGN(const auto id, decoded<exchange::TransactionId>(walk.value(), "ssccs"));
    TRY_ASSIGN(const auto row, records_.row(id, context));
    // A document that is held may be invisible to the viewer.
    if (row && viewer.sees(row->known)) return Bearer{.sent = row->sent, .id = id};
  }
  TRY(walk.done());
  return Bearer();
}

Result<std::optional<exchange::TransactionId>> Views::find_by_sscc(const exchange::SsccQuery& query,
                                                                   ReadContext& context) const {
  Bearer newest;
  for (const exchange::Kind kind : document::kinds_with_labels) {
    for (const bool is_principals : {true, false}) {
      TRY_ASSIGN(const Bearer found, newest_seen({.viewer = *query.viewer.participant,
                                                  .flow = query.viewer.flow,
                                                  .kind = kind,
                                                  .is_principals = is_principals,
                                                  .number = query.number},
                                                 context));
      newest = std::max(newest, found);
    }
  }
  return newest.sent == 0 ? std::nullopt : std::optional(newest.id);
}

Result<exchange::CasePage> Views::cases(const exchange::CaseQuery& query,
                                        ReadContext& context) const {
  const ParticipantId owner = query.viewer.participant.value_or(ParticipantId());
  std::vector<CasePlace> places;
  for (const CaseStatus status : {CaseStatus::open, CaseStatus::resolved}) {
    if (query.status && status != *query.status) continue;
    for (const Flow flow : {Flow::live, Flow::test}) {
      if (query.viewer.participant && flow != query.viewer.flow) continue;
      const auto prefix = key<layouts::cases>(owner, flow, status);
      const auto from = query.before ? keys::case_place(*query.before) : std::string();
      auto walk = records_.index().walk(prefix, from, context);
      // Reads one more than requested, and the one after which the page begins.
      for (std::uint32_t i = 0; i < query.count_max + 2 && walk.next(); ++i) {
        const CasePlace place = keys::case_place_of(walk.key());
        if (!query.before || place < *query.before) places.push_back(place);
      }
      TRY(walk.done());
    }
  }
  std::ranges::sort(places, std::greater<>());
  exchange::CasePage page{.cases = {}, .more = places.size() > query.count_max};
  if (page.more) places.resize(query.count_max);
  std::vector<std::string> names;
  names.reserve(places.size());
  for (const CasePlace& place : places) names.push_back(key<layouts::case_row>(place.id));
  TRY_ASSIGN(const auto values, records_.index().get(names, context));
  page.cases.reserve(values.size());
  for (const auto& value : values) {
    if (!value) continue;
    TRY_ASSIGN(exchange::CaseSet kept, kept_as<exchange::CaseSet>(*value));
    page.cases.push_back(std::make_shared<const exchange::Case>(std::move(kept.value)));
  }
  page.more = page.more && !page.cases.empty();
  return page;
}

Result<std::optional<exchange::FoundCase>> Views::find_case(exchange::CaseId id,
                                                            const exchange::CaseViewer& viewer,
                                                            ReadContext& context) const {
  using Answer = std::optional<exchange::FoundCase>;
  TRY_ASSIGN(const bool is_known, records_.is_known(viewer, id.uuid(), context));
  if (!is_known) return Answer();
  TRY_ASSIGN(auto kept, records_.kept<exchange::CaseSet>(key<layouts::case_row>(id), context));
  if (!kept) return Answer();
  const exchange::Case& value = kept->value;
  if (viewer.participant && (value.flow != viewer.flow || !value.is_owner(*viewer.participant))) {
    return Answer();
  }
  exchange::FoundCase found{
      .value = std::make_shared<const exchange::Case>(value), .comments = {}, .rejected = {}};
  auto walk = records_.index().walk(key<layouts::comment>(id), {}, context);
  while (walk.next()) {
    TRY_ASSIGN(auto comment, kept_as<exchange::CaseCommented>(walk.value()));
    comment.is_carried = false;  // its origin is not part of the answer
    found.comments.push_back(std::move(comment));
  }
  TRY(walk.done());
  TRY_ASSIGN(const auto rejection,
             records_.value<RejectedValue>(key<layouts::rejection>(id), context));
  if (rejection) {
    TRY_ASSIGN(Payload payload, records_.payload(rejection->record, context));
    auto* const effect = std::get_if<exchange::Effect>(&payload);
    auto* const sent_record = effect == nullptr ? nullptr : std::get_if<exchange::Rejected>(effect);
    if (sent_record != nullptr) found.rejected = std::move(*sent_record);
  }
  return Answer(std::move(found));
}

Result<exchange::QueueState> Views::queue_state(const QueueName& name, const CountsValue& counts,
                                                ReadContext& context) const {
  exchange::QueueState state{.participant = name.participant,
                             .flow = name.flow,
                             .pending = counts.pending,
                             .oldest = {},
                             .held = counts.held,
                             .failed = counts.failed,
                             .last_poll = marks_.last_poll(name)};
  if (counts.pending == 0) return state;
  TRY_ASSIGN(const QueueLook look, queues_.look(name, 0, exchange::KindSet(), 1, context));
  if (look.entries.empty()) return state;
  const QueueEntry& first = look.entries.front();
  TRY_ASSIGN(const exchange::Sent sent, records_.sent(first.sent, first.place, 0, context));
  state.oldest = sent.transaction.created;
  return state;
}

// Merges queues that were polled and queues that have counts, each up to the requested number. So
// the first entries are complete, and the rest is cut off.
Result<std::vector<exchange::QueueState>> Views::queues(const exchange::QueuesQuery& query,
                                                        ReadContext& context) const {
  const std::optional<QueueName> after = place_before(query);
  const std::uint64_t count_max = query.count_max.value_or(~std::uint32_t{0});
  const auto is_asked = [&](const QueueName& name) {
    return !query.participant || name.participant == *query.participant;
  };
  std::map<QueueName, CountsValue> all;
  for (const QueueName& name : marks_.polled(after, count_max)) {
    if (is_asked(name)) all[name];
  }
  const std::string from =
      after ? rest_of_key<layouts::counts, 0>(after->participant, after->flow) : std::string();
  auto walk = records_.index().walk(key<layouts::counts>(), from, context);
  for (std::uint64_t found = 0; found < count_max && walk.next();) {
    const auto [participant, flow] = values_of<layouts::counts, 0, ParticipantId, Flow>(walk.key());
    const QueueName name{.participant = participant, .flow = flow};
    if (!is_asked(name)) break;  // the queues of a participant are adjacent
    TRY_ASSIGN(const auto counts, decoded<CountsValue>(walk.value(), "counts"));
    if (counts == CountsValue() || name == after) continue;
    all[name] = counts;
    ++found;
  }
  TRY(walk.done());
  std::vector<exchange::QueueState> states;
  for (const auto& [name, counts] : all) {
    if (states.size() == count_max) break;
    TRY_ASSIGN(states.emplace_back(), queue_state(name, counts, context));
  }
  return states;
}

// A held document has a relationship, so the relationships lead to the participant's sent
// documents.
Result<std::vector<exchange::HeldState>> Views::held(ParticipantId participant,
                                                     ReadContext& context) const {
  std::map<keys::Direction, exchange::HeldFact> directions;
  const auto add = [&](const keys::Direction& direction, std::string_view bytes) -> Done {
    TRY_ASSIGN(const auto value, decoded<HeldValue>(bytes, "held"));
    auto [at, is_new] = directions.try_emplace(direction);
    if (is_new) at->second.kinds = exchange::KindSet::of_bits(0);
    ++at->second.count;
    at->second.bytes += value.bytes;
    at->second.kinds.add(value.kind);
    return {};
  };
  auto towards = records_.index().walk(key<layouts::held>(participant), {}, context);
  while (towards.next()) {
    TRY(add(keys::direction_of(participant, towards.key()), towards.value()));
  }
  TRY(towards.done());
  const exchange::DirectoryPtr directory = published_.directory();
  for (const auto* const relationship : directory->relationships_of(participant)) {
    if (relationship->from != participant || relationship->to == participant) continue;
    for (const Flow flow : {Flow::live, Flow::test}) {
      const keys::Direction direction{.from = participant, .to = relationship->to, .flow = flow};
      auto walk = records_.index().walk(keys::held(direction), {}, context);
      while (walk.next()) TRY(add(direction, walk.value()));
      TRY(walk.done());
    }
  }
  std::vector<exchange::HeldState> states;
  for (const auto& [direction, fact] : directions) {
    states.push_back(
        {.from = direction.from, .to = direction.to, .flow = direction.flow, .held = fact});
  }
  return states;
}

Result<Views::FeedPart> Views::feed(const FeedQuery& query, ReadContext& context) const {
  FeedPart part{.entries = {}, .seen = query.after, .is_whole = false};
  auto walk = records_.index().walk(key<layouts::feed>(query.of.participant, query.of.flow),
                                    keys::position(query.after + 1), context);
  std::uint32_t looked_at = 0;
  while (part.entries.size() < query.count_max) {
    if (looked_at++ == base::limits::feed_entries_in_a_look_max) return part;
    if (!walk.next()) {
      TRY(walk.done());
      part.is_whole = true;
      return part;
    }
    TRY_ASSIGN(const auto value, decoded<FeedValue>(walk.value(), "feed"));
    part.seen = keys::position_of(walk.key());
    if ((query.types & value.type) == 0) continue;
    part.entries.push_back({.position = part.seen,
                            .entry = {.participant = query.of.participant,
                                      .flow = query.of.flow,
                                      .type = static_cast<exchange::FeedType>(value.type),
                                      .id = value.id}});
  }
  return part;
}

Result<exchange::ActPage> Views::acts(const exchange::ActQuery& query, ReadContext& context) const {
  exchange::ActPage page;
  const auto from = query.before ? keys::behind_act(*query.before) : std::string();
  auto walk = records_.index().walk(key<layouts::act>(), from, context);
  while (walk.next()) {
    page.more = page.acts.size() == query.count_max;
    if (page.more) break;
    TRY_ASSIGN(const auto record, decoded<RecordValue>(walk.value(), "acts"));
    TRY_ASSIGN(const Payload payload, records_.payload(record, context));
    const auto* const effect = std::get_if<exchange::Effect>(&payload);
    auto act = effect == nullptr ? std::nullopt : exchange::act_of(*effect);
    if (!act) continue;
    const auto sequence = value_of<layouts::act, 0, journal::Sequence>(walk.key());
    page.acts.emplace_back(sequence, *std::move(act));
  }
  TRY(walk.done());
  return page;
}

Result<exchange::EffectsPage> Views::effects(std::uint64_t after, std::uint32_t count_max) const {
  exchange::EffectsPage page;
  journal::Place place = journal_.begin();
  if (after != 0) {
    TRY_ASSIGN(place, journal_.find(after + 1));
  }
  while (true) {
    TRY_ASSIGN(const auto frame, journal_.frame_at(place));
    if (!frame) return page;
    for (const journal::RecordView& record : frame->records) {
      if (record.sequence <= after) continue;
      // They belong to the effect before them, even after the last effect of a page.
      const bool has_words = has_words_of_sent(record.kind);
      if (page.effects.size() == count_max && !has_words) {
        page.more = true;
        return page;
      }
      TRY_ASSIGN(Payload payload, payload_of(record, frame->owner));
      if (auto* const effect = std::get_if<exchange::Effect>(&payload)) {
        page.effects.emplace_back(record.sequence, std::move(*effect));
      } else if (has_words && !page.effects.empty()) {
        auto* const sent = std::get_if<exchange::Sent>(&page.effects.back().second);
        if (sent != nullptr) add_words(*sent, std::move(payload));
      }
    }
    place = frame->next;
  }
}

}  // namespace tradepost::store::embedded
