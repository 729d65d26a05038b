#include <algorithm>
#include <memory>
#include <utility>
#include <variant>

#include "base/ground/check.hpp"
#include "exchange/administration/acts.hpp"
#include "exchange/webhooks/feed.hpp"
#include "store/postgres/commit/commit.hpp"
#include "store/postgres/tables/stored.hpp"

// Applies effects to the rows of a commit.
namespace tradepost::store::postgres {

using exchange::State;

namespace {

std::optional<exchange::TransactionId> transaction_of(const exchange::Effect& effect) {
  return std::visit(
      [](const auto& value) -> std::optional<exchange::TransactionId> {
        if constexpr (requires { value.transaction.created; }) {
          return value.transaction.id;
        } else if constexpr (requires(exchange::TransactionId id) { id = value.id; }) {
          return value.id;
        } else {
          return std::nullopt;
        }
      },
      effect);
}

}  // namespace

void Commit::expect_moved(std::span<const std::pair<std::uint64_t, exchange::Effect>> effects,
                          exchange::Instant last_instant) {
  moved_as_ = 0;
  writes_.moved.last_instant = last_instant;
  std::vector<TransactionId> rows;
  std::vector<CaseId> cases;
  for (const auto& [sequence, effect] : effects) {
    if (const auto id = transaction_of(effect)) rows.push_back(*id);
    if (const auto* const sent = std::get_if<exchange::Sent>(&effect)) {
      const exchange::Transaction& row = sent->transaction;
      if (row.replaces) rows.push_back(*row.replaces);
      if (row.delivered_replaces) rows.push_back(*row.delivered_replaces);
    } else if (const auto* const set = std::get_if<exchange::CaseSet>(&effect)) {
      cases.push_back(set->value.id);
      if (set->value.transaction) rows.push_back(*set->value.transaction);
    }
  }
  search(rows);
  load_cases(cases);
}

void Commit::keep_moved(std::uint64_t sequence, const exchange::Effect& effect) {
  moved_as_ = sequence;
  writes_.moved.through = sequence;
  keep(effect);
}

void Commit::keep(const exchange::Effect& effect) {
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
void Commit::add_feed(const exchange::Effect& effect) {
  const auto id = transaction_of(effect);
  const auto about = id ? row(*id) : nullptr;
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

void Commit::put(exchange::Transaction next) {
  KnownRow& known = rows_[next.id];
  if (known.now && known.now->state == State::held) count_held(*known.now, false);
  if (next.state == State::held) count_held(next, true);
  known.now = std::make_shared<const exchange::Transaction>(std::move(next));
}

void Commit::count_held(const exchange::Transaction& row, bool is_added) {
  const auto known = known_.held.find(held_name_of(row));
  if (known == known_.held.end()) return;
  KnownFacts::Held& of_kind = known->second[row.kind];
  of_kind.count = is_added ? of_kind.count + 1 : of_kind.count - 1;
  of_kind.bytes = is_added ? of_kind.bytes + row.content_bytes : of_kind.bytes - row.content_bytes;
}

// Makes the transaction the newest of its versions and of the documents with its unit numbers.
void Commit::add_sent(const exchange::Transaction& sent) {
  writes_.sent.push_back(sent.id);
  const auto insert_into = [&](auto& lists, const auto& name) {
    const auto known = lists.find(name);
    if (known != lists.end()) known->second.insert(known->second.begin(), sent.id);
  };
  if (sent.has_chain) {
    insert_into(known_.versions, name_of(sent.chain()));
  } else {
    insert_into(known_.payloads, payload_name_of(sent));
  }
  for (const exchange::Unit& unit : sent.units) {
    if (unit.number == 0) continue;
    known_.ssccs[{*sent.principal.participant, unit.number, sent.flow, sent.kind}] = sent.number;
  }
}

// Puts the transaction into its queue and marks the version that it replaces there.
void Commit::deliver(exchange::Transaction row) {
  const QueueName queue{.participant = row.recipient, .flow = row.flow};
  row.state = State::pending;
  row.position = take_position(queue);
  delivered_to_.insert(queue);
  const auto older = row.delivered_replaces;
  const TransactionId id = row.id;
  put(std::move(row));
  const auto before = older ? this->row(*older) : nullptr;
  if (!before) return;
  exchange::Transaction next = *before;
  next.delivered_replaced_by = id;
  put(std::move(next));
}

void Commit::apply(const exchange::Sent& effect) {
  const exchange::Transaction& sent = effect.transaction;
  row(sent.id);
  KnownRow& known = rows_[sent.id];
  known.content = effect.content;
  add_sent(sent);
  if (effect.carried) {
    known.sequence = *moved_as_;
    known.units_sequence = static_cast<std::int64_t>(*moved_as_);
    known.is_removed = effect.carried->is_removed;
    known.loses_content = sent.content_removed_at.has_value();
    return put(sent);
  }
  if (moved_as_) {
    known.units_sequence = static_cast<std::int64_t>(*moved_as_);
  } else if (!sent.units.empty()) {
    known.units_sequence = take_units_sequence();
  }
  if (sent.has_chain) transaction_.need(name_of(sent.chain()));
  if (sent.state == State::pending) {
    deliver(sent);
    known.sequence = known.now->position;
  } else {
    known.sequence = take_position({.participant = sent.recipient, .flow = sent.flow});
    put(sent);
  }
  const auto replaced = sent.replaces ? row(*sent.replaces) : nullptr;
  if (!replaced) return;
  exchange::Transaction older = *replaced;
  older.replaced_by = sent.id;
  put(std::move(older));
}

void Commit::apply(const exchange::Superseded& effect) {
  const auto found = row(effect.id);
  if (!found) return;
  exchange::Transaction next = *found;
  next.state = State::superseded;
  put(std::move(next));
}

void Commit::apply(const exchange::Released& effect) {
  if (const auto found = row(effect.id)) deliver(*found);
}

void Commit::apply(const exchange::Reported& effect) {
  const auto found = row(effect.id);
  if (!found) return;
  exchange::Transaction next = *found;
  next.state = effect.state_after;
  next.report = effect.report;
  put(std::move(next));
}

void Commit::apply(const exchange::Discarded& effect) {
  const auto found = row(effect.id);
  if (!found) return;
  exchange::Transaction next = *found;
  next.state = State::discarded;
  put(std::move(next));
}

void Commit::apply(const exchange::Moved& effect) {
  const auto found = row(effect.id);
  if (!found) return;
  exchange::Transaction next = *found;
  const QueueName queue{.participant = effect.to, .flow = next.flow};
  next.recipient = effect.to;
  next.viewers = effect.viewers;
  next.position = take_position(queue);
  delivered_to_.insert(queue);
  put(std::move(next));
}

void Commit::apply(const exchange::Removed& effect) {
  const auto found = row(effect.id);
  if (!found) return;
  exchange::Transaction next = *found;
  KnownRow& known = rows_[effect.id];
  if (effect.what == exchange::Removal::row) {
    next.viewers.clear();
    known.is_removed = true;
  } else {
    next.content_removed_at = effect.at;
    known.loses_content = true;
  }
  put(std::move(next));
}

void Commit::apply(const exchange::Erased& effect) {
  const auto found = row(effect.id);
  if (!found) return;
  exchange::Transaction next = *found;
  next.content_removed_at = effect.at;
  next.digest = {};
  rows_[effect.id].loses_content = true;
  put(std::move(next));
}

void Commit::apply(const exchange::CaseSet& effect) {
  const exchange::Case& value = effect.value;
  load_cases({&value.id, 1});
  KnownCase& known = cases_[value.id];
  const bool is_new = known.now == nullptr;
  known.now = std::make_shared<const exchange::Case>(value);
  known.has_changed = true;
  const bool is_its_own = value.origin != exchange::CaseOrigin::overdue && !effect.is_carried;
  // An older case is already recorded in its transaction.
  const bool is_to_be_known = is_new && is_its_own && value.transaction;
  const auto found = is_to_be_known ? row(*value.transaction) : nullptr;
  if (!found || found->case_id == value.id) return;
  exchange::Transaction about = *found;
  about.case_id = value.id;
  put(std::move(about));
}

void Commit::apply(const exchange::CaseCommented& effect) {
  writes_.comments.push_back(effect);
}

void Commit::apply(const exchange::Rejected& effect) {
  writes_.rejections.push_back(effect);
}

void Commit::apply(const exchange::RejectedGone& effect) {
  load_cases({&effect.id, 1});
  std::erase_if(writes_.rejections, [&](const auto& it) { return it.id == effect.id; });
  std::erase_if(writes_.comments, [&](const auto& it) { return it.id == effect.id; });
  KnownCase& known = cases_[effect.id];
  if (known.now) known.owners = known.now->owners;
  known.now = nullptr;
  known.is_gone = true;
}

void Commit::apply(const exchange::KeyUsed& effect) {
  if (moved_as_ && effect.at <= transaction_.now() - exchange::key_kept) return;
  writes_.keys.push_back(effect);
  known_.keys[name_of(effect.use)] = {
      .fact = {.payload = effect.use.payload, .answer = effect.answer}, .at = effect.at};
  ++known_.keys_alive[effect.use.participant];
}

void Commit::apply(const exchange::NumbersTaken& effect) {
  writes_.next_numbers[effect.range] = effect.next;
  known_.next_numbers[effect.range] = effect.next;
}

void Commit::apply(const exchange::EndpointProgress& effect) {
  writes_.progress[effect.endpoint] = effect;
}

void Commit::apply(const exchange::Seen& effect) {
  if (!moved_as_ || !effect.last_poll) return;
  writes_.moved.polls[{.participant = effect.participant, .flow = effect.flow}] = *effect.last_poll;
}

void Commit::apply(const exchange::DirectorySet& effect) {
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

void Commit::apply(const exchange::IntentSet& effect) {
  writes_.intents.push_back(effect.intent);
}

void Commit::apply(const exchange::IntentStepped& effect) {
  writes_.steps[effect.id] = {effect.steps, effect.done};
}

void Commit::apply(const exchange::FeedCarried& effect) {
  writes_.moved.feed.push_back(effect.place);
}

}  // namespace tradepost::store::postgres
