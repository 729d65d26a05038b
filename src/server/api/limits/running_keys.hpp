#pragma once

#include <algorithm>
#include <chrono>
#include <map>
#include <mutex>
#include <optional>
#include <utility>
#include <vector>

#include "base/ground/limits.hpp"
#include "base/tasks/completion.hpp"
#include "base/tasks/executor.hpp"
#include "base/tasks/task.hpp"
#include "exchange/model/effects.hpp"

namespace tradepost::api {

// The schedule on which a request checks whether an earlier one with its Idempotency-Key has
// finished (contract 4.9). The pauses grow, because most requests finish quickly.
class KeyBackoff {
 public:
  explicit KeyBackoff(base::SteadyTime began) : end_(began + base::limits::key_wait_max) {}

  // Returns the time of the next check. Returns nullopt after the maximum wait.
  std::optional<base::SteadyTime> next(base::SteadyTime now) {
    if (now >= end_) return std::nullopt;
    const base::SteadyTime again = std::min(now + pause_, end_);
    pause_ *= 2;
    return again;
  }

 private:
  const base::SteadyTime end_;
  std::chrono::milliseconds pause_ = base::limits::key_wait_first;
};

// Identifies a key in this process. The content of the request is not part of it.
struct KeyName {
  exchange::ParticipantId participant;
  exchange::Flow flow{};
  exchange::KeyPath path{};
  exchange::Digest key;

  auto operator<=>(const KeyName&) const = default;
};

class KeyLease;

// The keys of the requests that this process executes now. A store that executes one command after
// the other never reports that the first request still runs: it blocks the second one for as long.
// Thread-safe. Outlives its places.
class RunningKeys {
 public:
  // Returns nullopt if another request has the key, and fulfils `freed` when a retry is possible.
  std::optional<KeyLease> take(const KeyName& name, base::Completer<bool> freed);

 private:
  friend class KeyLease;
  void give_back(const KeyName& name);

  std::mutex mutex_;
  // Guarded by mutex_. The waiting requests of each key.
  std::map<KeyName, std::vector<base::Completer<bool>>> running_;
};

class KeyLease {
 public:
  KeyLease(KeyLease&& other) noexcept
      : keys_(std::exchange(other.keys_, nullptr)), name_(other.name_) {}
  KeyLease& operator=(KeyLease&&) = delete;
  ~KeyLease() {
    if (keys_ != nullptr) keys_->give_back(name_);
  }

 private:
  friend class RunningKeys;
  KeyLease(RunningKeys& keys, const KeyName& name) : keys_(&keys), name_(name) {}

  RunningKeys* keys_;
  KeyName name_;
};

}  // namespace tradepost::api
