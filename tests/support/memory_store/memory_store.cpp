#include "memory_store/memory_store.hpp"

#include <algorithm>
#include <utility>

#include "base/ground/limits.hpp"
#include "base/tasks/awaitables.hpp"
#include "base/tasks/task.hpp"

namespace tradepost::memory_store {

using exchange::Effect;
using exchange::Stepped;

MemoryStore::MemoryStore(const base::Clock& clock, std::uint64_t epoch)
    : clock_(clock), epoch_(epoch) {}

void MemoryStore::restart() {
  const std::lock_guard lock(mutex_);
  State again;
  for (const Effect& effect : state_.log) again.keep(effect);
  state_ = std::move(again);
  leased_until_.clear();
}

void MemoryStore::begin_epoch() {
  const std::lock_guard lock(mutex_);
  ++epoch_;
}

std::uint64_t MemoryStore::epoch() const {
  const std::lock_guard lock(mutex_);
  return epoch_;
}

Instant MemoryStore::next_instant() {
  last_instant_ = base::instant_behind(last_instant_, clock_.now());
  return last_instant_;
}

template <typename Answer>
Answer MemoryStore::kept(exchange::Decision<Answer> decision) {
  for (const Effect& effect : decision.effects) state_.keep(effect);
  if (!decision.effects.empty()) wake();
  return std::move(decision.answer);
}

void MemoryStore::wake() {
  for (auto at = waiters_.begin(); at != waiters_.end();) {
    if (has_pending(at->query)) {
      at->arrived.fulfil(true);
      at = waiters_.erase(at);
    } else {
      ++at;
    }
  }
}

Stepped MemoryStore::step_intent(IntentWork work, std::uint32_t budget) {
  return kept(decide(work, state_.facts_for(work, budget, next_instant())));
}

void MemoryStore::settle() {
  while (!state_.intents.empty()) {
    step_intent(IntentWork{state_.intents.begin()->first}, base::limits::background_slice);
  }
}

Answering<exchange::SendAnswer> MemoryStore::submit(Submission command, Deadline) {
  const std::lock_guard lock(mutex_);
  settle();
  co_return kept(decide(command, state_.facts_for(command, next_instant())));
}

Answering<exchange::ReportAnswer> MemoryStore::report(ReportCommand command, Deadline) {
  const std::lock_guard lock(mutex_);
  settle();
  co_return kept(decide(command, state_.facts_for(command, next_instant())));
}

Answering<exchange::MoveAnswer> MemoryStore::move(exchange::Move command, Deadline) {
  const std::lock_guard lock(mutex_);
  settle();
  co_return std::visit(
      [&](const auto& it) { return kept(decide(it, state_.facts_for(it, next_instant()))); },
      command);
}

Answering<Stepped> MemoryStore::step(exchange::Work work, std::uint32_t budget, Deadline) {
  const std::lock_guard lock(mutex_);
  co_return std::visit(
      [&](const auto& it) {
        return kept(decide(it, state_.facts_for(it, budget, next_instant())));
      },
      work);
}

Answering<exchange::CaseOpeningAnswer> MemoryStore::open_case(CaseOpening command, Deadline) {
  const std::lock_guard lock(mutex_);
  co_return kept(decide(command, state_.facts_for(command, next_instant())));
}

Answering<exchange::CaseChangeAnswer> MemoryStore::change_case(CaseChange command, Deadline) {
  const std::lock_guard lock(mutex_);
  settle();
  co_return kept(decide(command, state_.facts_for(command, next_instant())));
}

Answering<exchange::DirectoryAnswer> MemoryStore::change_directory(DirectoryChange command,
                                                                   Deadline) {
  const std::lock_guard lock(mutex_);
  co_return kept(decide(command, state_.facts_for(command, next_instant())));
}

Answering<bool> MemoryStore::delivered(Delivered outcome, Deadline) {
  const std::lock_guard lock(mutex_);
  const bool is_kept = kept(decide(outcome, state_.facts_for(outcome, next_instant())));
  if (is_kept) leased_until_.erase(outcome.endpoint);
  co_return is_kept;
}

Answering<bool> MemoryStore::erase(TransactionId id, exchange::Actor by, Deadline) {
  const std::lock_guard lock(mutex_);
  const TransactionPtr row = state_.row(id);
  if (!row) co_return false;
  if (!state_.content(id).view.empty())
    state_.keep(exchange::Erased{.id = id, .at = next_instant(), .by = by});
  co_return true;
}

// This is not logged: a store may lose it with the process, and this store always does.
void MemoryStore::mark_seen(Seen seen) {
  const std::lock_guard lock(mutex_);
  if (!seen.last_poll) return;
  Instant& last = state_.last_polls[{seen.participant, seen.flow}];
  last = base::instant_behind(last, *seen.last_poll);
}

Answering<bool> MemoryStore::wait(exchange::PendingQuery query, Deadline deadline) {
  base::Executor& executor = co_await base::this_executor();
  base::Completion<bool> arrived(executor);
  {
    const std::lock_guard lock(mutex_);
    if (waits_have_ended_) co_return false;
    waiters_.push_back({.query = query, .arrived = arrived.completer()});
    wake();
  }
  const std::optional<bool> woken = co_await arrived.wait_until(deadline);
  co_return woken.value_or(false);
}

void MemoryStore::end_waits() {
  const std::lock_guard lock(mutex_);
  waits_have_ended_ = true;
  for (Waiter& waiter : waiters_) waiter.arrived.fulfil(false);
  waiters_.clear();
}

}  // namespace tradepost::memory_store
