#pragma once

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <mutex>
#include <optional>

namespace tradepost::database {

// Knows which of several servers accepts writes, from the sessions of this process: each takeover
// by a standby begins a later timeline. A server that is paused or cut off never ends its sessions,
// so a session with a silent server checks here for a takeover. Any thread may call it.
class Primary {
 public:
  // Opens another session and returns the timeline of its server; nullopt if no server accepts
  // writes.
  using Ask = std::function<std::optional<std::int64_t>()>;

  // Records the timeline of a new session. Returns false if a later timeline is known.
  bool take(std::int64_t timeline);
  bool has_later_than(std::int64_t timeline) const { return latest_ > timeline; }
  // The same, but also calls `ask` if the last call is more than two seconds ago. It may block as
  // long as opening a session does. One thread at a time calls `ask`; the others return at once.
  bool has_later_than(std::int64_t timeline, const Ask& ask);

  // The index of the host in the address that last accepted writes. It is tried first.
  std::size_t host() const { return host_; }
  void set_host(std::size_t host) { host_ = host; }

 private:
  std::atomic<std::int64_t> latest_ = 0;
  std::atomic<std::size_t> host_ = 0;

  std::mutex mutex_;
  // Guarded by mutex_:
  std::optional<std::chrono::steady_clock::time_point> asked_at_;
};

}  // namespace tradepost::database
