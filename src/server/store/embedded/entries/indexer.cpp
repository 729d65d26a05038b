#include "store/embedded/entries/indexer.hpp"

#include <algorithm>
#include <concepts>
#include <type_traits>
#include <utility>
#include <variant>

#include "exchange/records/act_of.hpp"
#include "store/embedded/format/key.hpp"

namespace tradepost::store::embedded {
namespace {

using exchange::State;
using exchange::TransactionId;

template <typename Effect>
constexpr bool changes_a_row =
    std::same_as<Effect, exchange::Superseded> || std::same_as<Effect, exchange::Released> ||
    std::same_as<Effect, exchange::Reported> || std::same_as<Effect, exchange::Discarded> ||
    std::same_as<Effect, exchange::Moved>;

}  // namespace

void Indexer::begin() {
  frame_.batch.clear();
  frame_.changed.clear();
  rows_.begin();
  cases_.begin();
  feed_.begin();
  network_.begin();
  epoch_.reset();
  first_ = 0;
  created_.clear();
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
  return rows_.read_ahead(std::move(ids));
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
  frame_.committed.keep(effect, sequence);
  if (exchange::act_of(effect)) put_act(effect, at);
  return std::visit([&](const auto& value) { return keep_any(value, at); }, effect);
}

template <typename Effect>
Done Indexer::keep_any(const Effect& effect, At at) {
  if constexpr (requires { keep(effect, at); }) {
    return keep(effect, at);
  } else if constexpr (requires { cases_.keep(effect, at); }) {
    return cases_.keep(effect, at);
  } else if constexpr (requires { feed_.keep(effect); }) {
    return feed_.keep(effect);
  } else {
    return network_.keep(effect);
  }
}

Result<Batch*> Indexer::finish(const Applied& applied) {
  TRY(rows_.finish());
  network_.finish();
  for (const exchange::Instant created : created_) {
    frame_.batch.put(key<layouts::frame>(created, first_),
                     encoded(FrameValue{.place = applied.frame}));
  }
  frame_.batch.put(key<layouts::applied>(), encoded(applied));
  return &frame_.batch;
}

void Indexer::put_event(TransactionId id, At at) {
  frame_.batch.put(key<layouts::event>(id, at.sequence),
                   encoded(RecordValue{.sequence = at.sequence, .place = at.place}));
}

Done Indexer::keep(const exchange::Sent& effect, At at) {
  Row& row = rows_.added(effect.transaction.id);
  row.known = effect.transaction;
  row.sent = at.sequence;
  row.place = at.place;
  exchange::Transaction& known = row.known;
  if (created_.empty() || created_.back() != known.created) created_.push_back(known.created);
  known.routed_by = {};
  known.warnings = {};
  known.feedback.report = {};
  const base::Digest digest = std::exchange(known.content.digest, {});
  const Units units = std::exchange(known.units, {});
  row.references = effect.all_references();
  // An erased document is not compared by content, but it counts as a version of its chain.
  if (known.has_chain || digest != base::Digest()) rows_.set_version(row, digest, true);
  for (const auto viewer : known.viewers) rows_.show(row, units, viewer, true);
  if (effect.carried) return put_carried(effect, row, units);
  rows_.list_units(row, units, everybody, true);
  if (known.state == State::pending) {
    TRY(rows_.deliver(row, at));
  } else {
    TRY(rows_.place(row, true));
  }
  if (known.origin.requeued) put_event(*known.origin.requeued, at);
  feed_.put(effect, &row, at);
  if (!known.links.replaces) return {};
  const TransactionId id = known.id;
  TRY_ASSIGN(Row* const older, rows_.row(*known.links.replaces));
  older->known.links.replaced_by = id;
  return {};
}

Done Indexer::keep(const Warned& warned, At at) {
  TRY_ASSIGN(Row* const about, rows_.row(warned.id));
  about->warned = at.place;
  return {};
}

Done Indexer::keep(const exchange::OriginalKept& effect, At at) {
  frame_.batch.put(key<layouts::original>(effect.id),
                   encoded(RecordValue{.sequence = at.sequence, .place = at.place}));
  return {};
}

Done Indexer::keep(const exchange::Superseded& effect, At at) {
  TRY_ASSIGN(Row* const about, rows_.row(effect.id));
  TRY(rows_.place(*about, false));
  about->known.state = State::superseded;
  put_event(effect.id, at);
  return {};
}

Done Indexer::keep(const exchange::Released& effect, At at) {
  TRY_ASSIGN(Row* const about, rows_.row(effect.id));
  TRY(rows_.place(*about, false));
  TRY(rows_.deliver(*about, at));
  put_event(effect.id, at);
  feed_.put(effect, about, at);
  return {};
}

Done Indexer::keep(const exchange::Reported& effect, At at) {
  TRY_ASSIGN(Row* const about, rows_.row(effect.id));
  TRY(rows_.place(*about, false));
  about->known.state = effect.state_after;
  about->known.feedback.report = {.verdict = effect.report.verdict,
                                  .reason = {},
                                  .type = effect.report.type,
                                  .context = {},
                                  .at = effect.report.at,
                                  .by = effect.report.by};
  about->reported = at.sequence;
  about->report_place = at.place;
  TRY(rows_.place(*about, true));
  put_event(effect.id, at);
  feed_.put(effect, about, at);
  return {};
}

Done Indexer::keep(const exchange::Discarded& effect, At at) {
  TRY_ASSIGN(Row* const about, rows_.row(effect.id));
  TRY(rows_.place(*about, false));
  about->known.state = State::discarded;
  put_event(effect.id, at);
  return {};
}

// A document without a number is found by its content and recipient, so that entry changes too.
Done Indexer::keep(const exchange::Moved& effect, At at) {
  TRY_ASSIGN(Row* const about, rows_.row(effect.id));
  exchange::Transaction& known = about->known;
  TRY(rows_.place(*about, false));
  TRY_ASSIGN(const Units units, rows_.units_of(*about));
  for (const auto viewer : known.viewers) {
    if (std::ranges::find(effect.viewers, viewer) == effect.viewers.end()) {
      rows_.show(*about, units, viewer, false);
    }
  }
  base::Digest digest;
  if (!known.has_chain) {
    TRY_ASSIGN(digest, rows_.digest_of(*about));
    rows_.set_version(*about, digest, false);
  }
  known.recipient = effect.to;
  known.viewers = effect.viewers;
  known.position = at.sequence;
  if (!known.has_chain) rows_.set_version(*about, digest, true);
  for (const auto viewer : known.viewers) rows_.show(*about, units, viewer, true);
  TRY(rows_.place(*about, true));
  put_event(effect.id, at);
  feed_.put(effect, about, at);
  return {};
}

Done Indexer::keep(const exchange::Noted& effect, At at) {
  put_event(effect.id, at);
  return {};
}

Done Indexer::keep(const exchange::Removed& effect, At at) {
  TRY_ASSIGN(Row* const about, rows_.row(effect.id));
  put_event(effect.id, at);
  if (effect.what == exchange::Removal::content) {
    about->known.content.removed_at = effect.at;
    rows_.forget_references(*about);
    return {};
  }
  TRY_ASSIGN(const Units units, rows_.units_of(*about));
  for (const auto viewer : about->known.viewers) rows_.show(*about, units, viewer, false);
  rows_.list_units(*about, units, everybody, false);
  if (about->known.state == State::failed) TRY(rows_.place(*about, false));
  about->references.clear();
  about->known.viewers.clear();
  about->is_removed = true;
  return {};
}

Done Indexer::keep(const exchange::Erased& effect, At at) {
  TRY_ASSIGN(Row* const about, rows_.row(effect.id));
  exchange::Transaction& known = about->known;
  if (known.has_chain) {
    rows_.set_version(*about, {}, true);
  } else {
    TRY_ASSIGN(const base::Digest digest, rows_.digest_of(*about));
    rows_.set_version(*about, digest, false);
  }
  known.content.removed_at = effect.at;
  rows_.forget_references(*about);
  frame_.batch.put(key<layouts::erased>(effect.id), {});
  put_event(effect.id, at);
  return {};
}

Done Indexer::keep(const exchange::CaseSet& effect, At at) {
  TRY(cases_.set(effect));
  if (effect.is_carried) return {};
  feed_.put(effect, nullptr, at);
  const exchange::Case& value = effect.value;
  if (!value.transaction || value.origin == exchange::CaseOrigin::overdue) return {};
  TRY_ASSIGN(Row* const about, rows_.row(*value.transaction));
  about->known.feedback.case_id = value.id;
  return {};
}

}  // namespace tradepost::store::embedded
