#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <mutex>
#include <optional>
#include <unordered_map>
#include <utility>
#include <vector>

#include "base/ground/limits.hpp"
#include "base/ground/resource_limits.hpp"
#include "base/tasks/completion.hpp"
#include "base/tasks/executor.hpp"
#include "base/tasks/task.hpp"
#include "exchange/model/model.hpp"

namespace tradepost::api {

class Permit;

// Bounds the concurrent requests of each participant by permits. Its other requests wait in the
// order of arrival and hold no permit. So a busy participant delays its own requests, and another
// one waits for at most that number of them. Thread-safe. Outlives its permits.
class ConcurrencyLimit {
 public:
  // Active participants share `in_all` permits. One that trades alone has all its permits.
  struct Shares {
    std::size_t in_all;
    std::size_t most;
  };
  explicit ConcurrencyLimit(std::size_t at_once, std::optional<Shares> shares = {})  // 0: no limit
      : at_once_(at_once), shares_(shares) {}
  ConcurrencyLimit(ConcurrencyLimit&&) = delete;

  // Returns nullopt if no permit is free or other requests already wait.
  std::optional<Permit> take(exchange::ParticipantId participant, base::SteadyTime now);
  // Returns a free permit at once. Returns nullopt if none is free before the deadline.
  base::Task<std::optional<Permit>> wait(exchange::ParticipantId participant,
                                         base::SteadyTime deadline);

  std::uint64_t waited() const { return waited_.load(std::memory_order_relaxed); }
  std::uint64_t refused() const { return refused_.load(std::memory_order_relaxed); }

 private:
  friend class Permit;
  static constexpr std::size_t shard_count = 64;
  static constexpr std::size_t places = 64;

  struct Waiting {
    std::uint64_t number;
    base::Completer<bool> completer;
  };
  struct Line {
    std::size_t taken = 0;
    std::size_t at_once = 1;      // as of the last request
    std::deque<Waiting> waiting;  // ordered by number
  };
  struct alignas(64) Shard {
    std::mutex mutex;
    // Guarded by mutex.
    std::unordered_map<exchange::ParticipantId, Line> lines;
    std::uint64_t last_number = 0;
  };

  using Called = std::vector<base::Completer<bool>>;

  Shard& shard_of(exchange::ParticipantId participant);
  // Marks the participant as active and returns the number of permits that it may have now.
  std::size_t at_once_with(exchange::ParticipantId participant, base::SteadyTime now);
  static Called call_in(Line& line);
  // Returns the waiting request's number, or nullopt after taking a permit that became free.
  std::optional<std::uint64_t> enqueue(exchange::ParticipantId participant, base::SteadyTime now,
                                       base::Completer<bool> completer);
  enum class Left : std::uint8_t { in_line, with_a_permit };
  Left leave(exchange::ParticipantId participant, std::uint64_t number);
  void give_back(exchange::ParticipantId participant);

  const std::size_t at_once_;
  const std::optional<Shares> shares_;
  // The second of the latest request of any participant that maps to this place; 0: none yet.
  std::array<std::atomic<std::uint32_t>, places> came_{};
  std::array<Shard, shard_count> shards_;
  std::atomic<std::uint64_t> waited_ = 0;
  std::atomic<std::uint64_t> refused_ = 0;
};

// A permit to run one request. The destructor returns it to its limit.
class Permit {
 public:
  Permit(Permit&& other) noexcept
      : limit_(std::exchange(other.limit_, nullptr)), participant_(other.participant_) {}
  Permit& operator=(Permit&&) = delete;
  ~Permit() {
    if (limit_ != nullptr) limit_->give_back(participant_);
  }

 private:
  friend class ConcurrencyLimit;
  Permit(ConcurrencyLimit* limit, exchange::ParticipantId participant)
      : limit_(limit), participant_(participant) {}

  ConcurrencyLimit* limit_;  // nullptr: nothing to give back
  exchange::ParticipantId participant_;
};

}  // namespace tradepost::api
