#include "app/background/backup_watch.hpp"

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

std::optional<base::Instant> BackupWatch::newest() const {
  const std::int64_t newest_ms = newest_ms_;
  if (newest_ms == not_read) return std::nullopt;
  return base::instant_of(newest_ms);
}

void BackupWatch::append_line(std::string& text) const {
  const auto newest_taken = newest();
  if (!newest_taken) return;
  base::append_time(text, "tradepost_backup_timestamp_seconds",
                    "When the newest complete backup in the folder of the setting began; 0 if "
                    "there is none, or if the folder can't be read.",
                    *newest_taken);
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
  newest_ms_ = is_there ? base::epoch_ms(backups->front().note.taken) : 0;
  if (refusal == refusal_) return;
  refusal_ = refusal;
  if (!backups) {
    log_.warning("backups_not_read",
                 {{"reason", refusal}, {"detail", backups.error().detail().str()}});
  }
}

}  // namespace tradepost::app
