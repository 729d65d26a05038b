#pragma once

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <thread>

#include "api/health/facts.hpp"
#include "base/log.hpp"
#include "journal/frames/format.hpp"

namespace tradepost::app {

// Reads the folder of backups from time to time, for /metrics. A thread does this, because a disk
// on a network may not answer.
class BackupWatch {
 public:
  // Watches the backups of the network; nullopt: of all networks. `log` must outlive it.
  BackupWatch(std::string folder, std::optional<journal::Identity> network, const base::Log& log);

  // Any thread may call it.
  api::BackupFacts facts() const;
  // Appends the time of the newest complete backup to the text of /metrics, after the first look.
  void append_line(std::string& text) const;

 private:
  static constexpr std::int64_t not_read = -1;
  static constexpr std::int64_t unreadable = -2;
  static constexpr std::int64_t none = 0;

  void run(const std::stop_token& stop);
  void read();

  const std::string folder_;
  const std::optional<journal::Identity> network_;
  const base::Log& log_;
  std::string refusal_;  // logged already
  std::atomic<std::int64_t> newest_ms_ = not_read;
  std::mutex mutex_;
  std::condition_variable_any stopped_;
  std::jthread thread_;  // last: it uses the members above
};

}  // namespace tradepost::app
