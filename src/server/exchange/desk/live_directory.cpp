#include "exchange/desk/live_directory.hpp"

#include <algorithm>

#include "base/tasks/awaitables.hpp"

namespace tradepost::exchange {
namespace {

struct SeenLast {
  std::uint64_t instance = 0;
  std::uint64_t change = 0;
  DirectoryPtr directory;
};

std::uint64_t next_instance() {
  static std::atomic<std::uint64_t> given = 0;
  return ++given;
}

}  // namespace

LiveDirectory::LiveDirectory() : instance_(next_instance()) {}

DirectoryPtr LiveDirectory::current() const {
  thread_local SeenLast seen;
  // The count changes after the directory: a thread that sees the count reads that directory or a
  // newer one.
  const std::uint64_t change = change_.load(std::memory_order_acquire);
  if (seen.instance != instance_ || seen.change != change || seen.directory == nullptr) {
    const std::lock_guard lock(mutex_);
    seen = {.instance = instance_, .change = change, .directory = newest_};
  }
  return seen.directory;
}

Answering<std::monostate> LiveDirectory::catch_up(Store& store, Deadline deadline) {
  const base::Executor& executor = co_await base::this_executor();
  const base::SteadyTime asked_at = executor.now();
  const Revision since = current()->revision();
  CO_TRY_ASSIGN(const DirectoryNews news, co_await store.directory(since, deadline));
  const std::lock_guard lock(mutex_);
  // Another task may have added other entries since. Entries have revisions, so either order gives
  // the same directory, and its revision is the larger one.
  if (news.revision > newest_->revision()) {
    newest_ = newest_->with(news.entries, news.revision);
    change_.fetch_add(1, std::memory_order_release);
  }
  // Concurrent calls can finish out of order.
  read_at_ = std::max(read_at_.load(), asked_at.time_since_epoch().count());
  co_return std::monostate{};
}

}  // namespace tradepost::exchange
