#include "http/wire/memory_budget.hpp"

#include <algorithm>

#include "base/ground/resource_limits.hpp"
#include "base/tasks/awaitables.hpp"

namespace tradepost::http {

bool MemoryBudget::claim(std::uint64_t bytes) {
  std::uint64_t used = used_.load();
  do {
    if (used > bytes_max_ || bytes > bytes_max_ - used) return false;
  } while (!used_.compare_exchange_weak(used, used + bytes));
  return true;
}

std::optional<MemoryShare> MemoryBudget::take(std::uint64_t bytes) {
  if (waiting_.load() > 0 || !claim(bytes)) return std::nullopt;
  return MemoryShare(*this, bytes);
}

MemoryShare MemoryBudget::take_anyway(std::uint64_t bytes) {
  used_.fetch_add(bytes);
  return MemoryShare(*this, bytes);
}

base::Task<std::optional<MemoryShare>> MemoryBudget::wait(std::uint64_t bytes,
                                                          base::SteadyTime deadline) {
  std::optional<MemoryShare> share;
  base::Executor& executor = co_await base::this_executor();
  base::Completion<bool> called(executor);
  const auto number = enqueue(bytes, called.completer());
  if (number) {
    waited_.fetch_add(1, std::memory_order_relaxed);
    // The share and the deadline may arrive together. leave() decides which came first.
    co_await called.wait_until(deadline);
    if (leave(*number) == Left::with_a_share) share.emplace(MemoryShare(*this, bytes));
  }
  if (!share) refused_.fetch_add(1, std::memory_order_relaxed);
  co_return share;
}

std::optional<std::uint64_t> MemoryBudget::enqueue(std::uint64_t bytes,
                                                   base::Completer<bool> completer) {
  std::uint64_t number = 0;
  {
    const std::lock_guard lock(mutex_);
    if (line_.size() >= base::limits::shares_waiting_max) return std::nullopt;
    number = ++last_number_;
    line_.push_back({.number = number, .bytes = bytes, .completer = std::move(completer)});
    waiting_.store(line_.size());
  }
  call_those_in_front();
  return number;
}

auto MemoryBudget::leave(std::uint64_t number) -> Left {
  {
    const std::lock_guard lock(mutex_);
    const auto place = std::ranges::lower_bound(line_, number, {}, &Waiting::number);
    if (place == line_.end() || place->number != number) return Left::with_a_share;
    line_.erase(place);
    waiting_.store(line_.size());
  }
  call_those_in_front();  // the next ones in line may fit now
  return Left::in_line;
}

void MemoryBudget::call_those_in_front() {
  for (auto& each : take_those_in_front()) each.fulfil(true);
}

auto MemoryBudget::take_those_in_front() -> Called {
  Called called;
  const std::lock_guard lock(mutex_);
  while (!line_.empty() && claim(line_.front().bytes)) {
    called.push_back(std::move(line_.front().completer));
    line_.pop_front();
  }
  waiting_.store(line_.size());
  return called;
}

void MemoryBudget::give_back(std::uint64_t bytes) {
  used_.fetch_sub(bytes);
  if (waiting_.load() > 0) call_those_in_front();
}

void MemoryShare::shrink(std::uint64_t bytes) {
  if (bytes >= bytes_) return;
  const std::uint64_t before = std::exchange(bytes_, bytes);
  budget_->give_back(before - bytes);
}

void MemoryShare::give_back() {
  if (budget_ == nullptr) return;
  std::exchange(budget_, nullptr)->give_back(std::exchange(bytes_, 0));
}

}  // namespace tradepost::http
