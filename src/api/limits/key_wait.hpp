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

// How a repeat waits for the first request with its Idempotency-Key, which is still under way
// (contract 4.9): it looks again after pauses that grow, for it is mostly done in a moment.
class KeyWait {
 public:
  explicit KeyWait(base::SteadyTime began) : end_(began + base::limits::key_wait_max) {}

  // When to look again; nothing where it was waited for long enough.
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

// Which key it is, whatever is asked with it.
struct KeyName {
  exchange::ParticipantId participant;
  exchange::Flow flow{};
  exchange::KeyPath path{};
  exchange::Digest key;

  auto operator<=>(const KeyName&) const = default;
};

class KeyPlace;

// The keys of the requests that are under way in this process. A store that decides one after the
// other never says that the first is still running: it keeps the second waiting as long as the
// first. Any thread; it outlives its places.
class RunningKeys {
 public:
  // Nothing where another one has it; then `freed` is fulfilled as soon as it may be tried again.
  std::optional<KeyPlace> take(const KeyName& name, base::Completer<bool> freed);

 private:
  friend class KeyPlace;
  void give_back(const KeyName& name);

  std::mutex mutex_;
  // guarded by mutex_: the waiting requests of each key
  std::map<KeyName, std::vector<base::Completer<bool>>> running_;
};

class KeyPlace {
 public:
  KeyPlace(KeyPlace&& other) noexcept
      : keys_(std::exchange(other.keys_, nullptr)), name_(other.name_) {}
  KeyPlace& operator=(KeyPlace&&) = delete;
  ~KeyPlace() {
    if (keys_ != nullptr) keys_->give_back(name_);
  }

 private:
  friend class RunningKeys;
  KeyPlace(RunningKeys& keys, const KeyName& name) : keys_(&keys), name_(name) {}

  RunningKeys* keys_;
  KeyName name_;
};

}  // namespace tradepost::api
