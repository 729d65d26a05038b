#include "memory_store/state.hpp"

#include <algorithm>

#include "exchange/records/feed.hpp"

namespace tradepost::memory_store {
namespace {

using exchange::EndpointState;
using exchange::Event;
using exchange::HistoryPlace;

std::optional<TransactionId> transaction_of(const Effect& effect) {
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

Direction direction_of(const Transaction& row) {
  return {.from = *row.principal.participant, .to = row.recipient, .flow = row.flow};
}

Payload payload_of(const Transaction& row) {
  return {.principal = row.principal,
          .recipient = row.recipient,
          .flow = row.flow,
          .digest = row.digest};
}

}  // namespace

void State::keep(const Effect& effect) {
  log.push_back(effect);
  std::visit([this](const auto& value) { apply(value); }, effect);
  const auto id = transaction_of(effect);
  const auto about = id ? row(*id) : nullptr;
  for (FeedEntry& entry : exchange::feed_of(effect, about.get())) {
    const Queue feed{.participant = entry.participant, .flow = entry.flow};
    // Several entries of one effect belong to different participants, so the place is free.
    feeds[feed].emplace(log.size(), std::move(entry));
  }
  for (auto& [of, event] : exchange::events_of(effect)) {
    exchange::add_event(events[of], std::move(event));
  }
}

TransactionPtr State::row(TransactionId id) const {
  const auto at = rows.find(id);
  return at == rows.end() ? nullptr : at->second;
}

Bytes State::content(TransactionId id) const {
  const auto at = contents.find(id);
  return at == contents.end() ? Bytes() : at->second;
}

CasePtr State::find_case(CaseId id) const {
  const auto at = cases.find(id);
  return at == cases.end() ? nullptr : at->second;
}

// Adds a row to every map that is ordered by its current values, or removes it.
void State::index(const Transaction& row, bool is_there) {
  const Queue queue{.participant = row.recipient, .flow = row.flow};
  if (row.state == exchange::State::pending) {
    if (is_there) {
      queues[queue][row.position] = row.id;
    } else {
      queues[queue].erase(row.position);
    }
  }
  if (row.state == exchange::State::held) {
    if (is_there) {
      held_back[direction_of(row)][sent_at_[row.id]] = row.id;
    } else {
      held_back[direction_of(row)].erase(sent_at_[row.id]);
    }
  }
  if (row.state == exchange::State::failed) failed[queue] += is_there ? 1 : -1ull;
  for (const ParticipantId viewer : row.viewers) {
    const HistoryPlace place{.created = row.created, .id = row.id};
    if (is_there) {
      seen_by[viewer].insert(place);
    } else {
      seen_by[viewer].erase(place);
    }
  }
}

void State::put(Transaction next) {
  TransactionPtr& place = rows[next.id];
  if (place) index(*place, false);
  place = std::make_shared<const Transaction>(std::move(next));
  index(*place, true);
}

// Puts the row into the queue, and links the version that it replaces there to it.
void State::deliver(Transaction row) {
  row.state = exchange::State::pending;
  row.position = log.size();
  const auto older = row.delivered_replaces;
  const TransactionId id = row.id;
  put(std::move(row));
  if (!older || !this->row(*older)) return;
  Transaction before = *this->row(*older);
  before.delivered_replaced_by = id;
  put(std::move(before));
}

void State::apply(const Sent& effect) {
  const Transaction& sent = effect.transaction;
  sent_at_[sent.id] = log.size();
  contents[sent.id] = effect.content;
  for (const exchange::Unit& unit : sent.units) {
    if (unit.number != 0) by_sscc[unit.number].push_back(sent.id);
  }
  if (sent.has_chain) {
    chains_[sent.chain()].push_back(sent.id);
  } else {
    payloads_[payload_of(sent)].push_back(sent.id);
  }
  if (sent.state == exchange::State::pending) {
    deliver(sent);
  } else {
    put(sent);
  }
  if (!sent.replaces || !row(*sent.replaces)) return;
  Transaction older = *row(*sent.replaces);
  older.replaced_by = sent.id;
  put(std::move(older));
}

void State::apply(const Superseded& effect) {
  Transaction next = *row(effect.id);
  next.state = exchange::State::superseded;
  put(std::move(next));
}

void State::apply(const Released& effect) {
  deliver(*row(effect.id));
}

void State::apply(const Reported& effect) {
  Transaction next = *row(effect.id);
  next.state = effect.state_after;
  next.report = effect.report;
  put(std::move(next));
}

void State::apply(const Discarded& effect) {
  Transaction next = *row(effect.id);
  next.state = exchange::State::discarded;
  put(std::move(next));
}

void State::apply(const Moved& effect) {
  Transaction next = *row(effect.id);
  if (!next.has_chain) std::erase(payloads_[payload_of(next)], next.id);
  next.recipient = effect.to;
  next.viewers = effect.viewers;
  next.position = log.size();
  if (!next.has_chain) {
    auto& same = payloads_[payload_of(next)];
    const auto older = [&](TransactionId id) { return sent_at_[id] < sent_at_[next.id]; };
    same.insert(std::ranges::partition_point(same, older), next.id);
  }
  put(std::move(next));
}

void State::apply(const Removed& effect) {
  Transaction next = *row(effect.id);
  if (effect.what == exchange::Removal::row) {
    next.viewers.clear();
    if (next.state == exchange::State::failed) {
      --failed[{.participant = next.recipient, .flow = next.flow}];
    }
    removed.insert(effect.id);
  } else {
    next.content_removed_at = effect.at;
    contents.erase(effect.id);
  }
  put(std::move(next));
}

void State::apply(const Erased& effect) {
  Transaction next = *row(effect.id);
  next.content_removed_at = effect.at;
  next.digest = {};
  contents.erase(effect.id);
  put(std::move(next));
}

void State::apply(const CaseSet& effect) {
  const exchange::Case& value = effect.value;
  cases[value.id] = std::make_shared<const exchange::Case>(value);
  const bool is_its_own = value.origin != exchange::CaseOrigin::overdue;
  if (!value.transaction || !is_its_own) return;
  Transaction about = *row(*value.transaction);
  about.case_id = value.id;
  put(std::move(about));
}

void State::apply(const CaseCommented& effect) {
  comments[effect.id].push_back(effect);
}

void State::apply(const Rejected& effect) {
  const RejectionName name{.sender = effect.sender, .flow = effect.flow};
  rejected[effect.id] = effect;
  rejections_[name].push_back(effect.id);
  rejected_payloads_[name][effect.payload] = effect.id;
}

void State::apply(const RejectedGone& effect) {
  const auto at = rejected.find(effect.id);
  if (at == rejected.end()) return;
  const RejectionName name{.sender = at->second.sender, .flow = at->second.flow};
  std::erase(rejections_[name], effect.id);
  rejected_payloads_[name].erase(at->second.payload);
  rejected.erase(at);
  cases.erase(effect.id);
  comments.erase(effect.id);
}

void State::apply(const KeyUsed& effect) {
  const KeyUse& use = effect.use;
  keys_[{use.participant, use.flow, use.path, use.key}] = effect;
  key_times_[use.participant].push_back(effect.at);
}

void State::apply(const NumbersTaken& effect) {
  next_numbers[effect.range] = effect.next;
}

void State::apply(const EndpointProgress& effect) {
  progress[effect.endpoint] = effect;
}

void State::apply(const Seen& effect) {
  if (effect.last_poll) last_polls[{effect.participant, effect.flow}] = *effect.last_poll;
}

void State::apply(const DirectorySet& effect) {
  directory_log.push_back(effect.entry);
  directory = directory->with({&effect.entry, 1}, directory_log.size());
  const auto* endpoint = std::get_if<exchange::Endpoint>(&effect.entry);
  if (endpoint == nullptr) return;
  EndpointProgress& at = progress[endpoint->id];
  if (at.endpoint == EndpointId()) {
    at.endpoint = endpoint->id;
    at.position = log.size();
  }
  at.state = endpoint->state;
  // Setting an endpoint again restarts the three days of attempts.
  at.failures = 0;
  at.next_attempt = effect.at;
}

void State::apply(const IntentSet& effect) {
  intents[effect.intent.id] = {effect.intent, 0};
}

void State::apply(const IntentStepped& effect) {
  const auto at = intents.find(effect.id);
  if (at == intents.end()) return;
  at->second.second = effect.steps;
  if (effect.done) intents.erase(at);
}

}  // namespace tradepost::memory_store
