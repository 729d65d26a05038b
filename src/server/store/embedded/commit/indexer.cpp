#include "store/embedded/commit/indexer.hpp"

#include <algorithm>
#include <concepts>
#include <type_traits>
#include <utility>
#include <variant>

#include "base/ground/error.hpp"
#include "document/transport_units.hpp"
#include "exchange/records/act_of.hpp"
#include "exchange/records/feed.hpp"
#include "store/embedded/format/keys.hpp"

namespace tradepost::store::embedded {
namespace {

using exchange::State;
using exchange::TransactionId;

constexpr std::size_t counts_kept_max = 100'000;
constexpr std::size_t worth_reading_ahead = 4;

template <typename Effect>
constexpr bool changes_a_row =
    std::same_as<Effect, exchange::Superseded> || std::same_as<Effect, exchange::Released> ||
    std::same_as<Effect, exchange::Reported> || std::same_as<Effect, exchange::Discarded> ||
    std::same_as<Effect, exchange::Moved>;

QueueName queue_of(const exchange::Transaction& row) {
  return {.participant = row.recipient, .flow = row.flow};
}

keys::Direction direction_of(const exchange::Transaction& row) {
  return {.from = *row.principal.participant, .to = row.recipient, .flow = row.flow};
}

keys::PayloadName payload_of(const exchange::Transaction& row, const base::Digest& digest) {
  return {
      .principal = row.principal, .recipient = row.recipient, .flow = row.flow, .digest = digest};
}

base::Error misses(std::string_view what) {
  return {base::ErrorCode::damaged, base::CallerText("The store is damaged."),
          base::LogText(std::string("index: a record refers to a missing ") + std::string(what))};
}

std::string history_key(const exchange::Transaction& row, exchange::ParticipantId viewer) {
  return keys::history(viewer, row.flow) +
         keys::history_place({.created = row.created, .id = row.id});
}

std::string number_key(const exchange::Transaction& row, exchange::ParticipantId viewer) {
  return keys::number(viewer, row.flow, row.number) +
         keys::history_place({.created = row.created, .id = row.id});
}

bool is_fed(const exchange::Endpoint& endpoint, const QueueName& feed) {
  return endpoint.flow == feed.flow && endpoint.state != exchange::EndpointState::removed;
}

}  // namespace

void Indexer::begin() {
  batch_.clear();
  queue_changes_.clear();
  fed_.clear();
  changed_.clear();
  rows_.clear();
  before_.clear();
  cases_.clear();
  changed_counts_.clear();
  changed_ranges_.clear();
  epoch_.reset();
  first_ = 0;
  created_.clear();
  if (counts_.size() > counts_kept_max) counts_.clear();
  summaries_.begin();
  hour_counts_.begin();
}

Done Indexer::apply(const Payload& payload, journal::Sequence sequence, journal::Place place) {
  const At at{.sequence = sequence, .place = place};
  if (first_ == 0) first_ = sequence;
  if (const auto* const warned = std::get_if<Warned>(&payload)) return keep(*warned, at);
  if (const auto* const words = std::get_if<CarriedWords>(&payload)) return keep(*words, at);
  if (const auto* const begun = std::get_if<EpochBegun>(&payload)) {
    epoch_ = begun->epoch;
    return {};
  }
  const auto& effect = std::get<exchange::Effect>(payload);
  committed_.keep(effect, sequence);
  if (exchange::act_of(effect)) put_act(effect, at);
  return std::visit([&](const auto& value) { return keep(value, at); }, effect);
}

Result<Batch*> Indexer::finish(const Applied& applied) {
  TRY(sum_up());
  for (const auto& [id, row] : rows_) batch_.put(keys::transaction(id), encoded(row));
  for (const QueueName& name : changed_counts_) {
    batch_.put(keys::counts(name), encoded(counts_.at(name)));
  }
  for (const exchange::RangeId range : changed_ranges_) {
    batch_.put(keys::range(range), encoded(committed_.next_numbers.at(range)));
  }
  for (const exchange::Instant created : created_) {
    batch_.put(keys::frame(created, first_), encoded(FrameValue{.place = applied.frame}));
  }
  batch_.put(keys::applied(), encoded(applied));
  return &batch_;
}

// Visits rows in the order of their places, so that a replayed frame has the same result.
Done Indexer::sum_up() {
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
                          joins ? Summaries::Joins::newly : Summaries::Joins::no, context_));
    }
    const bool is_new = before == nullptr;
    TRY(summaries_.note(row->known, everybody,
                        is_new ? Summaries::Joins::newly : Summaries::Joins::no, context_));
    TRY(hour_counts_.count(before, *row, context_));
    make_known(before, *row);
  }
  summaries_.finish(batch_);
  hour_counts_.finish(batch_);
  changed_.insert(hour_counts_.told().begin(), hour_counts_.told().end());
  return {};
}

Done Indexer::read_ahead(std::span<const exchange::Effect> effects) {
  std::vector<TransactionId> ids;
  for (const exchange::Effect& effect : effects) {
    std::visit(
        [&](const auto& value) {
          if constexpr (changes_a_row<std::remove_cvref_t<decltype(value)>>) {
            ids.push_back(value.id);
          }
        },
        effect);
  }
  if (ids.size() < worth_reading_ahead) return {};
  std::ranges::sort(ids);
  ids.erase(std::ranges::unique(ids).begin(), ids.end());
  TRY_ASSIGN(auto found, records_.rows(ids, context_));
  for (std::size_t i = 0; i < ids.size(); ++i) {
    if (!found[i]) continue;  // an effect of this frame creates it
    before_.emplace(ids[i], Counted::of(*found[i]));
    rows_.emplace(ids[i], *std::move(found[i]));
  }
  return {};
}

Result<Row*> Indexer::row(TransactionId id) {
  const auto known = rows_.find(id);
  if (known != rows_.end()) return &known->second;
  TRY_ASSIGN(auto found, records_.row(id, context_));
  if (!found) return base::refuse(misses("transaction"));
  before_.emplace(id, Counted::of(*found));
  return &rows_.emplace(id, *std::move(found)).first->second;
}

Result<CountsValue*> Indexer::counts(const QueueName& of) {
  changed_counts_.insert(of);
  const auto known = counts_.find(of);
  if (known != counts_.end()) return &known->second;
  TRY_ASSIGN(const auto found, records_.value<CountsValue>(keys::counts(of), context_));
  return &counts_.emplace(of, found.value_or(CountsValue())).first->second;
}

void Indexer::set(std::string_view key, std::string_view value, bool is_there) {
  if (is_there) {
    batch_.put(key, value);
  } else {
    batch_.remove(key);
  }
}

Done Indexer::place(const Row& row, bool is_there) {
  const exchange::Transaction& known = row.known;
  const QueueName queue = queue_of(known);
  const std::uint64_t one = is_there ? 1 : ~std::uint64_t{0};
  if (known.state == State::pending) {
    const QueueEntry entry{
        .position = known.position, .sent = row.sent, .place = row.place, .kind = known.kind};
    queue_changes_.push_back({.queue = queue, .entry = entry, .is_added = is_there});
    set(keys::queued(queue, known.position),
        encoded(QueuedValue{.sent = row.sent, .place = row.place, .kind = known.kind}), is_there);
    TRY_ASSIGN(CountsValue* const of, counts(queue));
    of->pending += one;
  } else if (known.state == State::held) {
    const HeldValue value{.id = known.id, .kind = known.kind, .bytes = known.content_bytes};
    set(keys::held(direction_of(known), row.sent), encoded(value), is_there);
    TRY_ASSIGN(CountsValue* const of, counts(queue));
    of->held += one;
  } else if (known.state == State::failed) {
    TRY_ASSIGN(CountsValue* const of, counts(queue));
    of->failed += one;
  }
  return {};
}

Result<Indexer::Units> Indexer::units_of(const Row& row) {
  if (!document::has_labels(row.known.kind)) return Units();
  TRY_ASSIGN(exchange::Sent told,
             records_.sent(row.sent, row.place, row.known.content_bytes, context_));
  return std::move(told.transaction.units);
}

void Indexer::list_units(const Row& row, const Units& units, exchange::ParticipantId viewer,
                         bool is_there) {
  const exchange::Transaction& known = row.known;
  for (const exchange::Unit& unit : units) {
    if (unit.number == 0) continue;
    set(keys::sscc({.viewer = viewer,
                    .flow = known.flow,
                    .kind = known.kind,
                    .is_principals = known.principal.participant == viewer,
                    .number = unit.number},
                   row.sent),
        encoded(known.id), is_there);
  }
}

void Indexer::show(const Row& row, const Units& units, exchange::ParticipantId viewer,
                   bool is_there) {
  const exchange::Transaction& known = row.known;
  list_units(row, units, viewer, is_there);
  set(history_key(known, viewer),
      encoded(HistoryValue{.kind = known.kind, .is_sent = known.is_senders(viewer)}), is_there);
  if (!known.number.empty()) set(number_key(known, viewer), {}, is_there);
}

void Indexer::make_known(const Counted* before, const Row& row) {
  const exchange::Transaction& known = row.known;
  const auto is_seen = [&](exchange::ParticipantId viewer) {
    const exchange::Viewer asks{.participant = viewer, .flow = known.flow};
    return !row.is_removed && asks.sees(known);
  };
  for (const auto viewer : known.viewers) {
    const bool was_seen = before != nullptr && before->is_seen(known, viewer);
    if (was_seen || !is_seen(viewer)) continue;
    batch_.put(keys::known_to(viewer, known.flow, known.id.uuid()), {});
  }
  if (before == nullptr) return;
  for (const auto viewer : before->viewers) {
    if (!before->is_seen(known, viewer) || is_seen(viewer)) continue;
    batch_.remove(keys::known_to(viewer, known.flow, known.id.uuid()));
  }
}

void Indexer::put_event(TransactionId id, At at) {
  batch_.put(keys::event(id, at.sequence),
             encoded(RecordValue{.sequence = at.sequence, .place = at.place}));
}

// A feed without endpoints is not stored: a new endpoint gets only later events.
void Indexer::put_feed(const exchange::Effect& effect, const Row* about, At at) {
  std::uint8_t nth = 0;
  for (const auto& entry : exchange::feed_of(effect, about == nullptr ? nullptr : &about->known)) {
    const QueueName feed{.participant = entry.participant, .flow = entry.flow};
    const auto endpoints = committed_.directory->endpoints_of(entry.participant);
    if (std::ranges::none_of(endpoints, [&](const auto* one) { return is_fed(*one, feed); }))
      continue;
    batch_.put(keys::feed_entry(feed, at.sequence, nth++),
               encoded(FeedValue{.type = static_cast<std::uint8_t>(entry.type), .id = entry.id}));
    fed_.push_back(feed);
  }
}

Done Indexer::tidy_feed(exchange::EndpointId told, exchange::Position before) {
  const exchange::Endpoint* const endpoint = committed_.directory->endpoint(told);
  if (endpoint == nullptr) return {};
  const QueueName feed{.participant = endpoint->participant, .flow = endpoint->flow};
  exchange::Position behind_all = committed_.endpoints.at(told).position;
  for (const auto* const other : committed_.directory->endpoints_of(feed.participant)) {
    if (!is_fed(*other, feed)) continue;
    const exchange::Position position = committed_.endpoints.at(other->id).position;
    behind_all = std::min(behind_all, position);
    if (other->id != told) before = std::min(before, position);
  }
  if (behind_all <= before) return {};
  auto walk = records_.index().walk(keys::feed(feed), keys::position(before + 1), context_);
  while (walk.next() && keys::position_of(walk.key()) <= behind_all) {
    batch_.remove(keys::feed(feed) + std::string(walk.key()));
  }
  return walk.done();
}

Done Indexer::deliver(Row& row, At at) {
  exchange::Transaction& known = row.known;
  known.state = State::pending;
  known.position = at.sequence;
  TRY(place(row, true));
  if (!known.delivered_replaces) return {};
  const TransactionId id = known.id;
  TRY_ASSIGN(Row* const older, this->row(*known.delivered_replaces));
  older->known.delivered_replaced_by = id;
  return {};
}

void Indexer::put_version(const Row& row, const base::Digest& digest) {
  const exchange::Transaction& known = row.known;
  const auto prefix =
      known.has_chain ? keys::chain(known.chain()) : keys::payload(payload_of(known, digest));
  batch_.put(keys::version(prefix, row.sent),
             encoded(VersionValue{.id = known.id, .digest = digest}));
}

Done Indexer::keep(const exchange::Sent& effect, At at) {
  Row& row = rows_[effect.transaction.id];
  row = Row();
  row.known = effect.transaction;
  row.sent = at.sequence;
  row.place = at.place;
  exchange::Transaction& known = row.known;
  if (created_.empty() || created_.back() != known.created) created_.push_back(known.created);
  known.routed_by = {};
  known.warnings = {};
  known.report = {};
  const base::Digest digest = std::exchange(known.digest, {});
  const Units units = std::exchange(known.units, {});
  // An erased document is not compared by content, but it counts as a version of its chain.
  if (known.has_chain || digest != base::Digest()) put_version(row, digest);
  for (const auto viewer : known.viewers) show(row, units, viewer, true);
  if (effect.carried) return put_carried(effect, units);
  list_units(row, units, everybody, true);
  if (known.state == State::pending) {
    TRY(deliver(row, at));
  } else {
    TRY(place(row, true));
  }
  if (known.requeued) put_event(*known.requeued, at);
  put_feed(effect, &row, at);
  if (!known.replaces) return {};
  const TransactionId id = known.id;
  TRY_ASSIGN(Row* const older, this->row(*known.replaces));
  older->known.replaced_by = id;
  return {};
}

Done Indexer::keep(const Warned& warned, At at) {
  TRY_ASSIGN(Row* const about, row(warned.id));
  about->warned = at.place;
  return {};
}

Done Indexer::keep(const exchange::Superseded& effect, At at) {
  TRY_ASSIGN(Row* const about, row(effect.id));
  TRY(place(*about, false));
  about->known.state = State::superseded;
  put_event(effect.id, at);
  return {};
}

Done Indexer::keep(const exchange::Released& effect, At at) {
  TRY_ASSIGN(Row* const about, row(effect.id));
  TRY(place(*about, false));
  TRY(deliver(*about, at));
  put_event(effect.id, at);
  put_feed(effect, about, at);
  return {};
}

Done Indexer::keep(const exchange::Reported& effect, At at) {
  TRY_ASSIGN(Row* const about, row(effect.id));
  TRY(place(*about, false));
  about->known.state = effect.state_after;
  about->known.report = {.verdict = effect.report.verdict,
                         .reason = {},
                         .type = effect.report.type,
                         .context = {},
                         .at = effect.report.at,
                         .by = effect.report.by};
  about->reported = at.sequence;
  about->report_place = at.place;
  TRY(place(*about, true));
  put_event(effect.id, at);
  put_feed(effect, about, at);
  return {};
}

Done Indexer::keep(const exchange::Discarded& effect, At at) {
  TRY_ASSIGN(Row* const about, row(effect.id));
  TRY(place(*about, false));
  about->known.state = State::discarded;
  put_event(effect.id, at);
  return {};
}

// A document without a number is found by its content and recipient, so that entry changes too.
Done Indexer::keep(const exchange::Moved& effect, At at) {
  TRY_ASSIGN(Row* const about, row(effect.id));
  exchange::Transaction& known = about->known;
  TRY(place(*about, false));
  TRY_ASSIGN(const Units units, units_of(*about));
  for (const auto viewer : known.viewers) {
    if (std::ranges::find(effect.viewers, viewer) == effect.viewers.end()) {
      show(*about, units, viewer, false);
    }
  }
  base::Digest digest;
  if (!known.has_chain) {
    TRY_ASSIGN(const exchange::Sent told,
               records_.sent(about->sent, about->place, known.content_bytes, context_));
    digest = told.transaction.digest;
    batch_.remove(keys::version(keys::payload(payload_of(known, digest)), about->sent));
  }
  known.recipient = effect.to;
  known.viewers = effect.viewers;
  known.position = at.sequence;
  if (!known.has_chain) {
    batch_.put(keys::version(keys::payload(payload_of(known, digest)), about->sent),
               encoded(VersionValue{.id = known.id, .digest = digest}));
  }
  for (const auto viewer : known.viewers) show(*about, units, viewer, true);
  TRY(place(*about, true));
  put_event(effect.id, at);
  put_feed(effect, about, at);
  return {};
}

Done Indexer::keep(const exchange::Noted& effect, At at) {
  put_event(effect.id, at);
  return {};
}

Done Indexer::keep(const exchange::Removed& effect, At at) {
  TRY_ASSIGN(Row* const about, row(effect.id));
  put_event(effect.id, at);
  if (effect.what == exchange::Removal::content) {
    about->known.content_removed_at = effect.at;
    return {};
  }
  TRY_ASSIGN(const Units units, units_of(*about));
  for (const auto viewer : about->known.viewers) show(*about, units, viewer, false);
  list_units(*about, units, everybody, false);
  if (about->known.state == State::failed) TRY(place(*about, false));
  about->known.viewers.clear();
  about->is_removed = true;
  return {};
}

Done Indexer::keep(const exchange::Erased& effect, At at) {
  TRY_ASSIGN(Row* const about, row(effect.id));
  exchange::Transaction& known = about->known;
  if (known.has_chain) {
    batch_.put(keys::version(keys::chain(known.chain()), about->sent),
               encoded(VersionValue{.id = known.id, .digest = {}}));
  } else {
    TRY_ASSIGN(const exchange::Sent told,
               records_.sent(about->sent, about->place, known.content_bytes, context_));
    batch_.remove(
        keys::version(keys::payload(payload_of(known, told.transaction.digest)), about->sent));
  }
  known.content_removed_at = effect.at;
  batch_.put(keys::erased(effect.id), {});
  put_event(effect.id, at);
  return {};
}

Result<exchange::CasePtr> Indexer::case_before(exchange::CaseId id) {
  const auto known = cases_.find(id);
  if (known != cases_.end()) return known->second;
  TRY_ASSIGN(auto kept, records_.kept<exchange::CaseSet>(keys::case_row(id), context_));
  if (!kept) return exchange::CasePtr();
  return std::make_shared<const exchange::Case>(std::move(kept->value));
}

void Indexer::list_case(const exchange::Case& value, bool is_there) {
  const auto place = keys::case_place({.opened = value.opened, .id = value.id});
  for (const auto owner : value.owners) {
    set(keys::cases(owner, value.flow, value.status) + place, {}, is_there);
    set(keys::known_to(owner, value.flow, value.id.uuid()), {}, is_there);
    changed_.insert({.participant = owner, .flow = value.flow});
  }
  const exchange::ParticipantId nobody;  // the list of all cases, for operators
  set(keys::cases(nobody, value.flow, value.status) + place, {}, is_there);
  changed_.insert(exchange::ChangeViewer::operators());
}

Done Indexer::keep(const exchange::CaseSet& effect, At at) {
  const exchange::Case& value = effect.value;
  TRY_ASSIGN(const exchange::CasePtr before, case_before(value.id));
  if (before) list_case(*before, false);
  list_case(value, true);
  batch_.put(keys::case_row(value.id), kept(effect));
  cases_[value.id] = std::make_shared<const exchange::Case>(value);
  if (effect.is_carried) return {};
  put_feed(effect, nullptr, at);
  if (!value.transaction || value.origin == exchange::CaseOrigin::overdue) return {};
  TRY_ASSIGN(Row* const about, row(*value.transaction));
  about->known.case_id = value.id;
  return {};
}

Done Indexer::keep(const exchange::CaseCommented& effect, At) {
  batch_.put(keys::comment(effect.id, effect.number), kept(effect));
  return {};
}

Done Indexer::keep(const exchange::Rejected& effect, At at) {
  const RejectedValue value{.sender = effect.sender,
                            .flow = effect.flow,
                            .payload = effect.payload,
                            .record = {.sequence = at.sequence, .place = at.place}};
  batch_.put(keys::rejection_of(effect.id), encoded(value));
  batch_.put(keys::rejection(effect.sender, effect.flow, at.sequence),
             encoded(RejectionValue{.id = effect.id, .bytes = effect.bytes()}));
  batch_.put(keys::rejected_payload(effect.sender, effect.flow, effect.payload),
             encoded(effect.id));
  return {};
}

Done Indexer::keep(const exchange::RejectedGone& effect, At) {
  TRY_ASSIGN(const auto value,
             records_.value<RejectedValue>(keys::rejection_of(effect.id), context_));
  if (!value) return {};
  batch_.remove(keys::rejection_of(effect.id));
  batch_.remove(keys::rejection(value->sender, value->flow, value->record.sequence));
  batch_.remove(keys::rejected_payload(value->sender, value->flow, value->payload));
  TRY_ASSIGN(const exchange::CasePtr before, case_before(effect.id));
  if (before) list_case(*before, false);
  cases_[effect.id] = nullptr;
  batch_.remove(keys::case_row(effect.id));
  auto comments = records_.index().walk(keys::comments(effect.id), {}, context_);
  while (comments.next()) {
    batch_.remove(keys::comments(effect.id) + std::string(comments.key()));
  }
  return comments.done();
}

Done Indexer::keep(const exchange::KeyUsed& effect, At) {
  batch_.put(keys::key_used(effect.use), kept(effect));
  const auto participant = effect.use.participant;
  const auto hour = KeyCounts::hour_of(effect.at);
  batch_.put(keys::keys_in_hour(participant, hour),
             encoded(committed_.keys.in_hour(participant, hour)));
  return {};
}

Done Indexer::keep(const exchange::NumbersTaken& effect, At) {
  changed_ranges_.insert(effect.range);
  return {};
}

Done Indexer::keep(const exchange::EndpointProgress& effect, At) {
  TRY_ASSIGN(const auto before,
             records_.kept<exchange::EndpointProgress>(keys::endpoint(effect.endpoint), context_));
  batch_.put(keys::endpoint(effect.endpoint), kept(effect));
  return before ? tidy_feed(effect.endpoint, before->position) : Done();
}

Done Indexer::keep(const exchange::Seen& effect, At) {
  batch_.put(keys::seen({.participant = effect.participant, .flow = effect.flow}), kept(effect));
  return {};
}

Done Indexer::keep(const exchange::DirectorySet& effect, At) {
  batch_.put(keys::entry(effect.entry),
             encoded(EntryValue{.whole = committed_.directory->revision(), .kept = kept(effect)}));
  const auto* const endpoint = std::get_if<exchange::Endpoint>(&effect.entry);
  if (endpoint != nullptr) {
    batch_.put(keys::endpoint(endpoint->id), kept(committed_.endpoints.at(endpoint->id)));
  }
  return {};
}

Done Indexer::keep(const exchange::IntentSet& effect, At) {
  batch_.put(keys::intent(effect.intent.id),
             encoded(IntentValue{.steps = 0, .kept = kept(effect)}));
  return {};
}

Done Indexer::keep(const exchange::IntentStepped& effect, At) {
  if (effect.done) {
    batch_.remove(keys::intent(effect.id));
    return {};
  }
  const auto under_way = committed_.intents.find(effect.id);
  if (under_way == committed_.intents.end()) return {};
  const exchange::IntentSet set{.intent = under_way->second.intent, .at = {}};
  batch_.put(keys::intent(effect.id),
             encoded(IntentValue{.steps = effect.steps, .kept = kept(set)}));
  return {};
}

}  // namespace tradepost::store::embedded
