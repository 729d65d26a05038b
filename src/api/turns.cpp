#include "api/turns.hpp"

#include <algorithm>
#include <functional>

#include "base/awaitables.hpp"

namespace tradepost::api {

Turns::Shard& Turns::shard_of(exchange::ParticipantId participant) {
  return shards_[std::hash<exchange::ParticipantId>()(participant) % shard_count];
}

std::optional<Turn> Turns::take(exchange::ParticipantId participant) {
  if (at_once_ == 0) return Turn(nullptr, participant);
  Shard& shard = shard_of(participant);
  const std::lock_guard lock(shard.mutex);
  Line& line = shard.lines[participant];
  if (line.taken >= at_once_) return std::nullopt;
  ++line.taken;
  return Turn(this, participant);
}

base::Task<std::optional<Turn>> Turns::wait(exchange::ParticipantId participant,
                                            base::SteadyTime deadline) {
  base::Executor& executor = co_await base::this_executor();
  base::Completion<bool> called(executor);
  const auto number = stand_in_line(participant, called.completer());
  std::optional<Turn> turn;
  if (!number) {
    turn.emplace(Turn(this, participant));
    co_return turn;
  }
  waited_.fetch_add(1, std::memory_order_relaxed);
  // Whether the turn or the deadline came first is what the line says: both may have come.
  co_await called.wait_until(deadline);
  if (leave(participant, *number) == Left::with_a_turn) {
    turn.emplace(Turn(this, participant));
  } else {
    refused_.fetch_add(1, std::memory_order_relaxed);
  }
  co_return turn;
}

std::optional<std::uint64_t> Turns::stand_in_line(exchange::ParticipantId participant,
                                                  base::Completer<bool> completer) {
  Shard& shard = shard_of(participant);
  const std::lock_guard lock(shard.mutex);
  Line& line = shard.lines[participant];
  if (line.taken < at_once_) {
    ++line.taken;
    return std::nullopt;
  }
  const std::uint64_t number = ++shard.last_number;
  line.waiting.push_back({.number = number, .completer = std::move(completer)});
  return number;
}

Turns::Left Turns::leave(exchange::ParticipantId participant, std::uint64_t number) {
  Shard& shard = shard_of(participant);
  const std::lock_guard lock(shard.mutex);
  // Whoever stands in line, or has a turn, has a line.
  auto& waiting = shard.lines.at(participant).waiting;
  const auto place = std::ranges::lower_bound(waiting, number, {}, &Waiting::number);
  if (place == waiting.end() || place->number != number) return Left::with_a_turn;
  waiting.erase(place);
  return Left::in_line;
}

void Turns::give_back(exchange::ParticipantId participant) {
  std::optional<base::Completer<bool>> next;
  {
    Shard& shard = shard_of(participant);
    const std::lock_guard lock(shard.mutex);
    const auto line = shard.lines.find(participant);
    auto& waiting = line->second.waiting;
    if (!waiting.empty()) {
      // The turn goes on from hand to hand.
      next = std::move(waiting.front().completer);
      waiting.pop_front();
    } else if (--line->second.taken == 0) {
      shard.lines.erase(line);
    }
  }
  if (next) next->fulfil(true);
}

}  // namespace tradepost::api
