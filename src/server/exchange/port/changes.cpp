#include "exchange/port/changes.hpp"

#include "base/tasks/awaitables.hpp"

namespace tradepost::exchange {

Changes::Number Changes::number(const ChangeViewer& viewer) const {
  const std::lock_guard lock(mutex_);
  const auto found = seen_.find(viewer);
  return first_ + (found == seen_.end() ? 0 : found->second.count);
}

void Changes::note(const std::set<ChangeViewer>& viewers) {
  const std::lock_guard lock(mutex_);
  for (const ChangeViewer& viewer : viewers) {
    Seen& seen = seen_[viewer];
    ++seen.count;
    for (auto& [number, waiting] : seen.waiting) waiting.fulfil(true);
    seen.waiting.clear();
  }
}

base::Task<> Changes::wait(ChangeViewer viewer, Number seen, base::SteadyTime deadline) {
  base::Executor& executor = co_await base::this_executor();
  base::Completion<bool> changed(executor);
  std::uint64_t number = 0;
  {
    const std::lock_guard lock(mutex_);
    Seen& its = seen_[viewer];
    if (has_ended_ || first_ + its.count != seen) co_return;
    number = ++waits_;
    its.waiting.emplace(number, changed.completer());
  }
  static_cast<void>(co_await changed.wait_until(deadline));
  const std::lock_guard lock(mutex_);
  seen_[viewer].waiting.erase(number);
}

void Changes::end_waits() {
  const std::lock_guard lock(mutex_);
  has_ended_ = true;
  for (auto& [viewer, seen] : seen_) {
    for (auto& [number, waiting] : seen.waiting) waiting.fulfil(false);
    seen.waiting.clear();
  }
}

}  // namespace tradepost::exchange
