#include "api/limits/concurrency_limit.hpp"

#include <algorithm>
#include <chrono>
#include <functional>

#include "base/tasks/awaitables.hpp"

namespace tradepost::api {

namespace limits = base::limits;

ConcurrencyLimit::Shard& ConcurrencyLimit::shard_of(exchange::ParticipantId participant) {
  return shards_[std::hash<exchange::ParticipantId>()(participant) % shard_count];
}

std::size_t ConcurrencyLimit::at_once_with(exchange::ParticipantId participant,
                                           base::SteadyTime now) {
  if (!shares_) return at_once_;
  const auto second =
      2 + static_cast<std::uint32_t>(
              std::chrono::floor<std::chrono::seconds>(now.time_since_epoch()).count());
  auto& own = came_[std::hash<exchange::ParticipantId>()(participant) % came_.size()];
  if (own.load(std::memory_order_relaxed) != second) own.store(second, std::memory_order_relaxed);
  const auto trades = [&](const std::atomic<std::uint32_t>& came) {
    return second - came.load(std::memory_order_relaxed) <= 1;
  };
  const auto trading = static_cast<std::size_t>(std::ranges::count_if(came_, trades));
  if (trading == 1) return at_once_;
  return std::clamp(shares_->in_all / trading, std::min(limits::requests_at_once_least, at_once_),
                    std::min(shares_->most, at_once_));
}

std::optional<Permit> ConcurrencyLimit::take(exchange::ParticipantId participant,
                                             base::SteadyTime now) {
  if (at_once_ == 0) return Permit(nullptr, participant);
  const std::size_t at_once = at_once_with(participant, now);
  Shard& shard = shard_of(participant);
  const std::lock_guard lock(shard.mutex);
  Line& line = shard.lines[participant];
  line.at_once = at_once;
  if (line.taken >= at_once || !line.waiting.empty()) return std::nullopt;
  ++line.taken;
  return Permit(this, participant);
}

// Grants free permits to the first requests. The caller resumes them after it unlocks.
ConcurrencyLimit::Called ConcurrencyLimit::call_in(Line& line) {
  Called called;
  while (line.taken < line.at_once && !line.waiting.empty()) {
    called.push_back(std::move(line.waiting.front().completer));
    line.waiting.pop_front();
    ++line.taken;
  }
  return called;
}

base::Task<std::optional<Permit>> ConcurrencyLimit::wait(exchange::ParticipantId participant,
                                                         base::SteadyTime deadline) {
  std::optional<Permit> permit;
  if (at_once_ == 0) {
    permit.emplace(Permit(nullptr, participant));
    co_return permit;
  }
  base::Executor& executor = co_await base::this_executor();
  base::Completion<bool> called(executor);
  const auto number = enqueue(participant, executor.now(), called.completer());
  if (!number) {
    permit.emplace(Permit(this, participant));
    co_return permit;
  }
  waited_.fetch_add(1, std::memory_order_relaxed);
  // The permit and the deadline may arrive together. leave() decides which came first.
  co_await called.wait_until(deadline);
  if (leave(participant, *number) == Left::with_a_permit) {
    permit.emplace(Permit(this, participant));
  } else {
    refused_.fetch_add(1, std::memory_order_relaxed);
  }
  co_return permit;
}

std::optional<std::uint64_t> ConcurrencyLimit::enqueue(exchange::ParticipantId participant,
                                                       base::SteadyTime now,
                                                       base::Completer<bool> completer) {
  const std::size_t at_once = at_once_with(participant, now);
  Called called;
  std::uint64_t number = 0;
  {
    Shard& shard = shard_of(participant);
    const std::lock_guard lock(shard.mutex);
    Line& line = shard.lines[participant];
    line.at_once = at_once;
    if (line.taken < at_once && line.waiting.empty()) {
      ++line.taken;
      return std::nullopt;
    }
    number = ++shard.last_number;
    line.waiting.push_back({.number = number, .completer = std::move(completer)});
    called = call_in(line);
  }
  for (auto& each : called) each.fulfil(true);
  return number;
}

ConcurrencyLimit::Left ConcurrencyLimit::leave(exchange::ParticipantId participant,
                                               std::uint64_t number) {
  Shard& shard = shard_of(participant);
  const std::lock_guard lock(shard.mutex);
  // Each waiting request and each permit has a line.
  auto& waiting = shard.lines.at(participant).waiting;
  const auto place = std::ranges::lower_bound(waiting, number, {}, &Waiting::number);
  if (place == waiting.end() || place->number != number) return Left::with_a_permit;
  waiting.erase(place);
  return Left::in_line;
}

void ConcurrencyLimit::give_back(exchange::ParticipantId participant) {
  Called called;
  {
    Shard& shard = shard_of(participant);
    const std::lock_guard lock(shard.mutex);
    const auto line = shard.lines.find(participant);
    --line->second.taken;
    called = call_in(line->second);
    if (line->second.taken == 0) shard.lines.erase(line);
  }
  for (auto& each : called) each.fulfil(true);
}

}  // namespace tradepost::api
