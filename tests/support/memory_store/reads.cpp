#include <algorithm>
#include <ranges>

#include "base/ground/limits.hpp"
#include "exchange/port/history_filter.hpp"
#include "exchange/records/act_of.hpp"
#include "memory_store/memory_store.hpp"

namespace tradepost::memory_store {

using exchange::Viewer;

namespace {

bool bears(const exchange::Transaction& row, std::optional<std::uint64_t> sscc) {
  return !sscc || std::ranges::any_of(row.units, [sscc](const exchange::Unit& unit) {
    return unit.number == *sscc;
  });
}

}  // namespace

Answering<std::optional<KeyFact>> MemoryStore::key(KeyUse use, Deadline) {
  const std::lock_guard lock(mutex_);
  co_return state_.key(use, next_instant());
}

Answering<exchange::DirectoryNews> MemoryStore::directory(exchange::Revision since, Deadline) {
  const std::lock_guard lock(mutex_);
  exchange::DirectoryNews news{.revision = state_.directory_log.size(), .entries = {}};
  for (std::size_t i = since; i < state_.directory_log.size(); ++i)
    news.entries.push_back(state_.directory_log[i]);
  co_return std::move(news);
}

bool MemoryStore::has_pending(const exchange::PendingQuery& query) const {
  const auto queue = state_.queues.find({query.recipient, query.flow});
  if (queue == state_.queues.end()) return false;
  for (auto at = queue->second.upper_bound(query.after); at != queue->second.end(); ++at) {
    if (query.kinds.has(state_.row(at->second)->kind)) return true;
  }
  return false;
}

Answering<exchange::PendingPage> MemoryStore::pending(exchange::PendingQuery query, Deadline) {
  const std::lock_guard lock(mutex_);
  settle();
  exchange::PendingPage page;
  const auto queue = state_.queues.find({query.recipient, query.flow});
  if (queue == state_.queues.end()) co_return std::move(page);
  std::uint64_t bytes = 0;
  for (auto at = queue->second.upper_bound(query.after); at != queue->second.end(); ++at) {
    const TransactionPtr row = state_.row(at->second);
    if (!query.kinds.has(row->kind)) continue;
    const bool is_full = page.items.size() == query.count_max ||
                         (!page.items.empty() && bytes + row->content_bytes > query.bytes_max);
    if (is_full) {
      page.more = !page.items.empty();
      break;
    }
    bytes += row->content_bytes;
    page.items.push_back({.row = row, .content = state_.content(row->id)});
  }
  co_return std::move(page);
}

Answering<std::optional<exchange::Found>> MemoryStore::find(exchange::FindQuery query, Deadline) {
  using Answer = std::optional<exchange::Found>;
  const std::lock_guard lock(mutex_);
  settle();
  const TransactionPtr row = state_.row(query.id);
  if (!row || state_.removed.contains(query.id) || !query.viewer.sees(*row)) co_return Answer();
  exchange::Found found{.row = row, .content = {}, .events = {}};
  if (query.content == exchange::WithContent::yes) found.content = state_.content(query.id);
  const auto events = state_.events.find(query.id);
  if (events != state_.events.end()) found.events = events->second;
  co_return Answer(std::move(found));
}

Answering<std::optional<exchange::TransactionId>> MemoryStore::find_by_sscc(
    exchange::SsccQuery query, Deadline) {
  const std::lock_guard lock(mutex_);
  settle();
  const auto all = state_.by_sscc.find(query.number);
  if (all == state_.by_sscc.end()) co_return std::nullopt;
  for (const exchange::TransactionId id : all->second | std::views::reverse) {
    if (!state_.removed.contains(id) && query.viewer.sees(*state_.row(id))) co_return id;
  }
  co_return std::nullopt;
}

Answering<exchange::HistoryPage> MemoryStore::history(exchange::HistoryQuery query, Deadline) {
  const std::lock_guard lock(mutex_);
  settle();
  std::set<exchange::HistoryPlace> all;
  if (query.viewer.participant) {
    all = state_.seen_by[*query.viewer.participant];
  } else {
    for (const auto& [id, row] : state_.rows) all.insert({.created = row->created, .id = id});
  }
  exchange::HistoryPage page;
  std::uint64_t bytes = 0;
  auto at = query.before ? all.lower_bound(*query.before) : all.end();
  while (at != all.begin()) {
    --at;
    const TransactionPtr row = state_.row(at->id);
    if (state_.removed.contains(at->id) || !query.viewer.sees(*row) ||
        !matches(*row, query.viewer, query.filter) || !bears(*row, query.filter.sscc)) {
      continue;
    }
    const Bytes content =
        query.content == exchange::WithContent::yes ? state_.content(at->id) : Bytes();
    const bool is_full =
        page.items.size() == query.count_max || (!page.items.empty() && query.bytes_max != 0 &&
                                                 bytes + content.view.size() > query.bytes_max);
    if (is_full) {
      page.more = !page.items.empty();
      break;
    }
    bytes += content.view.size();
    page.items.push_back({.row = row, .content = content});
  }
  co_return std::move(page);
}

Answering<exchange::CasePage> MemoryStore::cases(exchange::CaseQuery query, Deadline) {
  const std::lock_guard lock(mutex_);
  settle();
  std::vector<CasePtr> all;
  for (const auto& [id, value] : state_.cases) {
    if (query.status && value->status != *query.status) continue;
    const bool is_seen = !query.viewer.participant || (value->flow == query.viewer.flow &&
                                                       value->is_owner(*query.viewer.participant));
    const exchange::CasePlace place{.opened = value->opened, .id = id};
    if (is_seen && (!query.before || place < *query.before)) all.push_back(value);
  }
  std::ranges::sort(all, std::greater<>(), [](const CasePtr& value) {
    return exchange::CasePlace{.opened = value->opened, .id = value->id};
  });
  exchange::CasePage page{.cases = {}, .more = all.size() > query.count_max};
  if (page.more) all.resize(query.count_max);
  page.cases = std::move(all);
  page.more = page.more && !page.cases.empty();
  co_return std::move(page);
}

Answering<std::optional<exchange::FoundCase>> MemoryStore::find_case(CaseId id,
                                                                     exchange::CaseViewer viewer,
                                                                     Deadline) {
  using Answer = std::optional<exchange::FoundCase>;
  const std::lock_guard lock(mutex_);
  settle();
  const CasePtr value = state_.find_case(id);
  if (!value) co_return Answer();
  if (viewer.participant && (value->flow != viewer.flow || !value->is_owner(*viewer.participant))) {
    co_return Answer();
  }
  exchange::FoundCase found{.value = value, .comments = {}, .rejected = {}};
  if (const auto said = state_.comments.find(id); said != state_.comments.end())
    found.comments = said->second;
  if (const auto kept = state_.rejected.find(id); kept != state_.rejected.end())
    found.rejected = kept->second;
  co_return Answer(std::move(found));
}

Answering<std::vector<exchange::QueueState>> MemoryStore::queues(exchange::QueuesQuery query,
                                                                 Deadline) {
  const std::lock_guard lock(mutex_);
  settle();
  std::map<Queue, exchange::QueueState> states;
  const auto state_of = [&](const Queue& queue) -> exchange::QueueState& {
    auto& state = states[queue];
    state.participant = queue.participant;
    state.flow = queue.flow;
    return state;
  };
  for (const auto& [queue, entries] : state_.queues) {
    if (entries.empty()) continue;
    auto& state = state_of(queue);
    state.pending = entries.size();
    state.oldest = state_.row(entries.begin()->second)->created;
  }
  for (const auto& [direction, ids] : state_.held_back) {
    if (!ids.empty()) state_of({direction.to, direction.flow}).held += ids.size();
  }
  for (const auto& [queue, count] : state_.failed) {
    if (count != 0) state_of(queue).failed = count;
  }
  for (const auto& [queue, poll] : state_.last_polls) state_of(queue).last_poll = poll;
  std::vector<exchange::QueueState> answer;
  for (const auto& [queue, state] : states) {
    const exchange::QueuePlace place{.participant = queue.participant, .flow = queue.flow};
    const bool is_asked = !query.participant || place.participant == *query.participant;
    if (answer.size() == query.count_max) break;
    if (is_asked && query.after < place) answer.push_back(state);
  }
  co_return std::move(answer);
}

Answering<std::vector<exchange::HeldState>> MemoryStore::held(ParticipantId participant, Deadline) {
  const std::lock_guard lock(mutex_);
  settle();
  std::vector<exchange::HeldState> answer;
  for (const auto& [direction, ids] : state_.held_back) {
    if (ids.empty() || (direction.from != participant && direction.to != participant)) continue;
    answer.push_back({.from = direction.from,
                      .to = direction.to,
                      .flow = direction.flow,
                      .held = state_.held(direction)});
  }
  co_return std::move(answer);
}

Answering<std::vector<exchange::StatisticsCount>> MemoryStore::statistics(
    exchange::StatisticsQuery query, Deadline) {
  const std::lock_guard lock(mutex_);
  settle();
  const Viewer& viewer = query.viewer;
  std::map<exchange::StatisticsCount, std::uint64_t> counts;
  for (const auto& [id, row] : state_.rows) {
    if (row->flow != viewer.flow || !viewer.sees(*row) || state_.removed.contains(id)) continue;
    const auto hour = std::chrono::floor<std::chrono::hours>(row->created);
    if (hour < query.span.from || hour >= query.span.before) continue;
    const bool by_hour = query.step == exchange::StatisticsStep::hour;
    ++counts[{
        .begins = by_hour ? Instant(hour) : Instant(std::chrono::floor<std::chrono::days>(hour)),
        .kind = row->kind,
        .direction = exchange::direction_of(*row, viewer),
        .status = exchange::status_of(row->state),
        .count = 0}];
  }
  std::vector<exchange::StatisticsCount> answer;
  for (const auto& [of, count] : counts) answer.emplace_back(of).count = count;
  co_return std::move(answer);
}

Answering<exchange::NextNumbers> MemoryStore::next_numbers(Deadline) {
  const std::lock_guard lock(mutex_);
  co_return state_.next_numbers;
}

Answering<std::vector<Intent>> MemoryStore::intents(Deadline) {
  const std::lock_guard lock(mutex_);
  std::vector<Intent> answer;
  for (const auto& [id, begun] : state_.intents) answer.push_back(begun.first);
  co_return std::move(answer);
}

Answering<std::vector<exchange::DueDelivery>> MemoryStore::deliveries_due(
    exchange::CallPlaces places, Deadline) {
  const std::lock_guard lock(mutex_);
  const Instant now = next_instant();
  std::vector<exchange::DueDelivery> due;
  for (auto& [id, at] : state_.progress) {
    if (!places.has_any()) break;
    if (at.state != exchange::EndpointState::active) continue;
    const Instant leased_until = leased_until_[id];
    const bool is_leased = leased_until > now && !base::is_far_ahead(leased_until, now);
    if (!exchange::is_due(at, now) || is_leased) continue;
    const exchange::Endpoint* const endpoint = state_.directory->endpoint(id);
    if (endpoint == nullptr || !places.has_one_for(endpoint->participant)) continue;
    const auto next = waiting(at, base::limits::webhook_events_in_a_go);
    if (next.empty()) continue;
    leased_until_[id] = now + base::limits::webhook_lease;
    places.take(endpoint->participant);
    due.push_back({.endpoint = id,
                   .participant = endpoint->participant,
                   .position = next.front().position,
                   .entry = next.front().entry,
                   .fence = ++at.fence,
                   .behind = {next.begin() + 1, next.end()}});
  }
  co_return std::move(due);
}

std::vector<exchange::FeedPlace> MemoryStore::waiting(const exchange::EndpointProgress& progress,
                                                      std::uint32_t count_max) {
  std::vector<exchange::FeedPlace> places;
  const exchange::Endpoint* const endpoint = state_.directory->endpoint(progress.endpoint);
  if (endpoint == nullptr) return places;
  const auto& feed = state_.feeds[{endpoint->participant, endpoint->flow}];
  for (auto entry = feed.upper_bound(progress.position); entry != feed.end(); ++entry) {
    if (places.size() == count_max) break;
    if ((endpoint->events & static_cast<unsigned>(entry->second.type)) == 0) continue;
    places.push_back({.position = entry->first, .entry = entry->second});
  }
  return places;
}

Answering<std::vector<exchange::EndpointStanding>> MemoryStore::endpoint_standings(
    std::vector<exchange::EndpointId> ids, Deadline) {
  const std::lock_guard lock(mutex_);
  std::vector<exchange::EndpointStanding> standings;
  for (const exchange::EndpointId id : ids) {
    const auto at = state_.progress.find(id);
    if (at == state_.progress.end()) continue;
    const auto next = waiting(at->second, base::limits::webhook_events_counted_max);
    standings.push_back(
        {.progress = at->second, .waiting = static_cast<std::uint32_t>(next.size()), .next = {}});
    if (!next.empty()) standings.back().next = next.front();
  }
  co_return std::move(standings);
}

Answering<exchange::ActPage> MemoryStore::acts(exchange::ActQuery query, Deadline /*deadline*/) {
  const std::lock_guard lock(mutex_);
  exchange::ActPage page;
  for (std::uint64_t sequence = query.before ? *query.before - 1 : state_.log.size(); sequence > 0;
       --sequence) {
    auto act = exchange::act_of(state_.log[sequence - 1]);
    if (!act) continue;
    page.more = page.acts.size() == query.count_max;
    if (page.more) break;
    page.acts.emplace_back(sequence, *std::move(act));
  }
  co_return page;
}

Answering<exchange::EffectsPage> MemoryStore::effects(std::uint64_t after, std::uint32_t count_max,
                                                      Deadline) {
  const std::lock_guard lock(mutex_);
  exchange::EffectsPage page;
  for (std::uint64_t i = after; i < state_.log.size(); ++i) {
    if (page.effects.size() == count_max) {
      page.more = true;
      break;
    }
    page.effects.emplace_back(i + 1, state_.log[i]);
  }
  co_return std::move(page);
}

}  // namespace tradepost::memory_store
