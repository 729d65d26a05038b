#include "app/background/backup_watch.hpp"

#include <algorithm>
#include <chrono>
#include <utility>

#include "app/folder/kept_backups.hpp"
#include "base/metrics.hpp"
#include "base/tasks/thread_name.hpp"

namespace tradepost::app {
namespace {

constexpr std::chrono::seconds read_every{10};

}  // namespace

BackupWatch::BackupWatch(std::string folder, std::optional<journal::Identity> network,
                         const base::Log& log)
    : folder_(std::move(folder)), network_(network), log_(log) {
  thread_ = std::jthread([this](const std::stop_token& stop) {
    base::name_thread("backups");
    run(stop);
  });
}

api::BackupFacts BackupWatch::facts() const {
  using enum api::BackupFacts::Reading;
  const std::int64_t newest_ms = newest_ms_;
  if (newest_ms == not_read) return {.reading = not_yet};
  if (newest_ms == unreadable) return {.reading = refused};
  if (newest_ms == none) return {.reading = done};
  return {.reading = done, .newest = base::instant_of(newest_ms)};
}

void BackupWatch::append_line(std::string& text) const {
  const std::int64_t newest_ms = newest_ms_;
  if (newest_ms == not_read) return;
  base::append_time(text, "tradepost_backup_timestamp_seconds",
                    "When the newest complete backup in the folder of the setting began; 0 if "
                    "there is none, or if the folder can't be read.",
                    base::instant_of(std::max(newest_ms, none)));
}

void BackupWatch::run(const std::stop_token& stop) {
  while (!stop.stop_requested()) {
    read();
    std::unique_lock lock(mutex_);
    stopped_.wait_for(lock, stop, read_every, [] { return false; });
  }
}

void BackupWatch::read() {
  const auto backups = backups_in(folder_, network_);
  std::string refusal;
  if (!backups) refusal = backups.error().text().str();
  const bool is_there = backups && !backups->empty();
  const std::int64_t without = backups ? none : unreadable;
  newest_ms_ = is_there ? base::epoch_ms(backups->front().note.taken) : without;
  if (refusal == refusal_) return;
  refusal_ = refusal;
  if (!backups) {
    log_.warning("backups_not_read",
                 {{"reason", refusal}, {"detail", backups.error().detail().str()}});
  }
}

}  // namespace tradepost::app
