#include "store/postgres/commit/effect_writer.hpp"

#include <algorithm>
#include <memory>
#include <utility>
#include <variant>

#include "base/ground/check.hpp"
#include "exchange/records/act_of.hpp"
#include "exchange/records/feed.hpp"
#include "store/postgres/tables/stored.hpp"

namespace tradepost::store::postgres {

using exchange::CaseId;
using exchange::State;
using exchange::TransactionId;

namespace {

std::optional<TransactionId> transaction_of(const exchange::Effect& effect) {
  return std::visit(
      [](const auto& value) -> std::optional<TransactionId> {
        if constexpr (requires { value.transaction.created; }) {
          return value.transaction.id;
        } else if constexpr (requires(TransactionId id) { id = value.id; }) {
          return value.id;
        } else {
          return std::nullopt;
        }
      },
      effect);
}

}  // namespace

void EffectWriter::expect_moved(std::span<const std::pair<std::uint64_t, exchange::Effect>> effects,
                                exchange::Instant last_instant) {
  moved_as_ = 0;
  writes_.moved.last_instant = last_instant;
  std::vector<TransactionId> rows;
  std::vector<CaseId> cases;
  for (const auto& [sequence, effect] : effects) {
    if (const auto id = transaction_of(effect)) rows.push_back(*id);
    if (const auto* const sent = std::get_if<exchange::Sent>(&effect)) {
      const exchange::Transaction& row = sent->transaction;
      if (row.links.replaces) rows.push_back(*row.links.replaces);
      if (row.links.delivered_replaces) rows.push_back(*row.links.delivered_replaces);
    } else if (const auto* const set = std::get_if<exchange::CaseSet>(&effect)) {
      cases.push_back(set->value.id);
      if (set->value.transaction) rows.push_back(*set->value.transaction);
    }
  }
  records_.search(rows);
  records_.load_cases(cases);
}

std::vector<database::Statement> EffectWriter::statements() const {
  return statements_of(records_.rows(), records_.cases(), writes_, transaction_.now());
}

Changed EffectWriter::changed() const {
  using exchange::ChangeViewer;
  Changed changed{.delivered_to = delivered_to_};
  auto& viewers = changed.viewers;
  for (const auto& [id, row] : records_.rows()) {
    if (!row.has_changed()) continue;
    viewers.insert(ChangeViewer::operators());
    for (const auto& version : {row.before, row.now}) {
      if (!version) continue;
      for (const auto viewer : version->viewers) {
        viewers.insert(ChangeViewer::of(viewer, version->flow));
      }
    }
  }
  for (const auto& [id, known] : records_.cases()) {
    if (!known.has_changed || !known.now) continue;
    viewers.insert(ChangeViewer::operators());
    for (const auto owner : known.now->owners) {
      viewers.insert(ChangeViewer::of(owner, known.now->flow));
    }
  }
  return changed;
}

void EffectWriter::keep_moved(std::uint64_t sequence, const exchange::Effect& effect) {
  moved_as_ = sequence;
  writes_.moved.through = sequence;
  keep(effect);
}

void EffectWriter::keep(const exchange::Effect& effect) {
  std::visit([this](const auto& value) { apply(value); }, effect);
  add_feed(effect);
  for (auto& [of, event] : exchange::events_of(effect)) {
    writes_.events.emplace_back(of, std::move(event));
  }
  if (auto act = exchange::act_of(effect)) {
    const auto* const carried = std::get_if<exchange::ActCarried>(&effect);
    writes_.acts.push_back(
        {.act = *std::move(act),
         .sequence = carried == nullptr ? moved_as_ : std::optional(carried->sequence)});
  }
}

// Keeps only entries for which there is an endpoint.
void EffectWriter::add_feed(const exchange::Effect& effect) {
  const auto id = transaction_of(effect);
  const auto about = id ? records_.row(*id) : nullptr;
  for (exchange::FeedEntry& entry : exchange::feed_of(effect, about.get())) {
    const auto endpoints = transaction_.directory().endpoints_of(entry.participant);
    const bool is_waited_for =
        std::ranges::any_of(endpoints, [&](const exchange::Endpoint* endpoint) {
          return endpoint->flow == entry.flow &&
                 endpoint->state != exchange::EndpointState::removed;
        });
    if (!is_waited_for) continue;
    if (moved_as_) {
      writes_.moved.feed.push_back({.position = *moved_as_, .entry = std::move(entry)});
    } else {
      writes_.feed.push_back(std::move(entry));
    }
  }
}

template <typename Change>
void EffectWriter::change(TransactionId id, Change change) {
  const auto found = records_.row(id);
  if (!found) return;
  exchange::Transaction next = *found;
  change(next);
  put(std::move(next));
}

void EffectWriter::put(exchange::Transaction next) {
  KnownRow& known = records_.known(next.id);
  if (known.now && known.now->state == State::held) known_.count_held(*known.now, false);
  if (next.state == State::held) known_.count_held(next, true);
  known.now = std::make_shared<const exchange::Transaction>(std::move(next));
}

std::uint64_t EffectWriter::take_position(const QueueName& queue) {
  if (moved_as_) return writes_.moved.queue_ends[queue] = *moved_as_;
  return transaction_.take_position(queue);
}

// Puts the transaction into its queue and marks the version that it replaces there.
void EffectWriter::deliver(exchange::Transaction row) {
  row.state = State::pending;
  enqueue(row);
  const TransactionId id = row.id;
  const auto older = row.links.delivered_replaces;
  put(std::move(row));
  if (older) change(*older, [&](auto& before) { before.links.delivered_replaced_by = id; });
}

void EffectWriter::enqueue(exchange::Transaction& row) {
  const QueueName queue{.participant = row.recipient, .flow = row.flow};
  row.position = take_position(queue);
  delivered_to_.insert(queue);
}

void EffectWriter::apply(const exchange::Sent& effect) {
  const exchange::Transaction& sent = effect.transaction;
  records_.row(sent.id);
  KnownRow& known = records_.known(sent.id);
  known.content = effect.content;
  known.references = effect.all_references();
  writes_.sent.push_back(sent.id);
  known_.add_sent(sent);
  if (moved_as_) {
    known.units_sequence = static_cast<std::int64_t>(*moved_as_);
  } else if (!sent.units.empty()) {
    known.units_sequence = known_.take_units_sequence();
  }
  if (effect.carried) {
    known.sequence = *moved_as_;
    known.is_removed = effect.carried->is_removed;
    known.loses_content = sent.content.removed_at.has_value();
    return put(sent);
  }
  if (sent.has_chain) transaction_.need(name_of(sent.chain()));
  if (sent.state == State::pending) {
    deliver(sent);
    known.sequence = known.now->position;
  } else {
    known.sequence = take_position({.participant = sent.recipient, .flow = sent.flow});
    put(sent);
  }
  if (sent.links.replaces)
    change(*sent.links.replaces, [&](auto& older) { older.links.replaced_by = sent.id; });
}

void EffectWriter::apply(const exchange::OriginalKept& effect) {
  if (records_.row(effect.id)) records_.known(effect.id).original = effect.original;
}

void EffectWriter::apply(const exchange::Superseded& effect) {
  change(effect.id, [](auto& row) { row.state = State::superseded; });
}

void EffectWriter::apply(const exchange::Released& effect) {
  if (const auto found = records_.row(effect.id)) deliver(*found);
}

void EffectWriter::apply(const exchange::Reported& effect) {
  change(effect.id, [&](auto& row) {
    row.state = effect.state_after;
    row.feedback.report = effect.report;
  });
}

void EffectWriter::apply(const exchange::Discarded& effect) {
  change(effect.id, [](auto& row) { row.state = State::discarded; });
}

void EffectWriter::apply(const exchange::Moved& effect) {
  change(effect.id, [&](auto& row) {
    row.recipient = effect.to;
    row.viewers = effect.viewers;
    enqueue(row);
  });
}

void EffectWriter::apply(const exchange::Removed& effect) {
  change(effect.id, [&](auto& row) {
    KnownRow& known = records_.known(effect.id);
    if (effect.what == exchange::Removal::row) {
      row.viewers.clear();
      known.is_removed = true;
    } else {
      row.content.removed_at = effect.at;
      known.loses_content = true;
    }
  });
}

void EffectWriter::apply(const exchange::Erased& effect) {
  change(effect.id, [&](auto& row) {
    row.content.removed_at = effect.at;
    row.content.digest = {};
    records_.known(effect.id).loses_content = true;
  });
}

void EffectWriter::apply(const exchange::CaseSet& effect) {
  const exchange::Case& value = effect.value;
  const bool is_new = records_.find_case(value.id) == nullptr;
  KnownCase& known = records_.known(value.id);
  known.now = std::make_shared<const exchange::Case>(value);
  known.has_changed = true;
  const bool is_its_own = value.origin != exchange::CaseOrigin::overdue && !effect.is_carried;
  // An older case is already recorded in its transaction.
  if (!is_new || !is_its_own || !value.transaction) return;
  const auto about = records_.row(*value.transaction);
  if (!about || about->feedback.case_id == value.id) return;
  change(about->id, [&](auto& row) { row.feedback.case_id = value.id; });
}

void EffectWriter::apply(const exchange::RejectedGone& effect) {
  const auto before = records_.find_case(effect.id);
  std::erase_if(writes_.rejections, [&](const auto& it) { return it.id == effect.id; });
  std::erase_if(writes_.comments, [&](const auto& it) { return it.id == effect.id; });
  KnownCase& known = records_.known(effect.id);
  if (before) known.owners = before->owners;
  known.now = nullptr;
  known.is_gone = true;
}

void EffectWriter::apply(const exchange::KeyUsed& effect) {
  if (moved_as_ && effect.at <= transaction_.now() - exchange::key_kept) return;
  writes_.keys.push_back(effect);
  known_.add_key(effect);
}

void EffectWriter::apply(const exchange::NumbersTaken& effect) {
  writes_.next_numbers[effect.range] = effect.next;
  known_.add_numbers(effect);
}

void EffectWriter::apply(const exchange::Seen& effect) {
  if (!moved_as_ || !effect.last_poll) return;
  writes_.moved.polls[{.participant = effect.participant, .flow = effect.flow}] = *effect.last_poll;
}

void EffectWriter::apply(const exchange::DirectorySet& effect) {
  transaction_.need_directory();
  const exchange::Revision revision =
      effect.carried.value_or(transaction_.directory().revision() + 1);
  transaction_.set_directory(transaction_.directory().with({&effect.entry, 1}, revision));
  writes_.entries.emplace_back(revision, effect.entry);
  const auto* const endpoint = std::get_if<exchange::Endpoint>(&effect.entry);
  if (endpoint == nullptr) return;
  const database::Rows known =
      transaction_.ask({.sql = "SELECT value FROM endpoint WHERE id = $1",
                        .parameters = database::Parameters().uuid(endpoint->id.uuid())});
  const database::Rows end = transaction_.ask(
      {.sql = "SELECT last_position FROM feed_end WHERE participant = $1 AND flow = $2",
       .parameters = database::Parameters()
                         .uuid(endpoint->participant.uuid())
                         .number(number_of(endpoint->flow))});
  const auto last = end.count() == 0 ? 0 : static_cast<std::uint64_t>(end.number(0, 0));
  exchange::EndpointProgress progress{.endpoint = endpoint->id,
                                      .position = moved_as_.value_or(last)};
  const auto set = writes_.progress.find(endpoint->id);
  if (set != writes_.progress.end()) {
    progress = set->second;
  } else if (known.count() != 0) {
    progress = read<exchange::EndpointProgress>(known.bytes(0, 0));
  }
  progress.state = endpoint->state;
  // An endpoint that is set again has three days for its attempts again.
  progress.failures = 0;
  progress.next_attempt = effect.at;
  writes_.progress[endpoint->id] = progress;
  writes_.feeds_of[endpoint->id] = {.participant = endpoint->participant, .flow = endpoint->flow};
}

}  // namespace tradepost::store::postgres
