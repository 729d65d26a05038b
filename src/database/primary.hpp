#pragma once

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <mutex>
#include <optional>

namespace tradepost::database {

// Which of several servers takes writes, as the sessions of one process found out: each time a
// standby takes over, a later timeline begins. A server that is paused, or cut off, never ends its
// sessions, so one that is silent for long asks here whether another server took over. Any thread.
class Primary {
 public:
  // What a new session finds; nothing: no server takes writes.
  using Ask = std::function<std::optional<std::int64_t>()>;

  // A session with a server on this timeline was opened. False: the server is an old one.
  bool take(std::int64_t timeline);
  bool has_later_than(std::int64_t timeline) const { return latest_ > timeline; }
  // has_later_than(), and asks if nobody did within the last two seconds. It may block as long as
  // opening a session does; one thread at a time asks, the others have their answer at once.
  bool has_later_than(std::int64_t timeline, const Ask& ask);

  // Which of the hosts of an address took writes last: the first that is tried.
  std::size_t host() const { return host_; }
  void set_host(std::size_t host) { host_ = host; }

 private:
  std::atomic<std::int64_t> latest_ = 0;
  std::atomic<std::size_t> host_ = 0;

  std::mutex mutex_;
  // guarded by mutex_
  std::optional<std::chrono::steady_clock::time_point> asked_at_;
};

}  // namespace tradepost::database
