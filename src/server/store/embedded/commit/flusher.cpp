#include "store/embedded/commit/flusher.hpp"

#include <utility>

#include "base/tasks/thread_name.hpp"

namespace tradepost::store::embedded {

Flusher::Flusher(Index& index, const journal::Journal& journal, journal::Folder* data,
                 const FlushOptions& options, std::function<void(const base::Error&)> on_failure)
    : index_(index),
      journal_(journal),
      options_(options),
      on_failure_(std::move(on_failure)),
      notes_(data, journal, index,
             {.every = options.every, .journal_bytes = options.journal_bytes}),
      flushed_(journal.reader().end()),
      flushed_at_(std::chrono::steady_clock::now()),
      thread_([this] { run(); }) {}

Flusher::~Flusher() {
  {
    const std::lock_guard lock(mutex_);
    stopping_ = true;
  }
  stopped_.notify_all();
  thread_.join();
}

void Flusher::run() {
  base::name_thread("flusher");
  while (true) {
    {
      std::unique_lock lock(mutex_);
      if (stopped_.wait_for(lock, options_.poll_interval, [this] { return stopping_; })) return;
    }
    if (const auto damage = index_.damage()) return on_failure_(*damage);
    const auto now = std::chrono::steady_clock::now();
    notes_.look(now);
    if (!is_due(now)) continue;
    const journal::Place end = journal_.reader().end();
    if (const Done flushed = index_.flush(); !flushed) {
      on_failure_(flushed.error());
      return;
    }
    flushed_ = end;
    flushed_at_ = now;
  }
}

bool Flusher::is_due(std::chrono::steady_clock::time_point now) const {
  const journal::Place end = journal_.reader().end();
  if (end == flushed_) return false;
  const bool is_far =
      end.segment != flushed_.segment || end.offset - flushed_.offset >= options_.journal_bytes;
  return is_far || now - flushed_at_ >= options_.every;
}

}  // namespace tradepost::store::embedded
