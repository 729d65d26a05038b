#pragma once

#include <chrono>
#include <map>
#include <mutex>
#include <optional>
#include <vector>

#include "base/tasks/executor.hpp"
#include "exchange/model/effects.hpp"
#include "store/embedded/index/queues.hpp"

namespace tradepost::store::embedded {

// Last polls, listed documents and used tokens. They are merged in memory and stored later, so that
// a page never waits for a write. A crash loses the latest ones (embedded-store 2.4). Thread-safe.
class SoftMarks {
 public:
  static constexpr std::chrono::seconds kept_every{60};  // for one recipient and flow

  SoftMarks() = default;
  explicit SoftMarks(const std::vector<exchange::Seen>& stored);

  void mark(const exchange::Seen& seen);
  std::optional<exchange::Instant> last_poll(const QueueName& of) const;
  // Returns the participants that have polled, in order, starting after `after`.
  std::vector<QueueName> polled(const std::optional<QueueName>& after,
                                std::uint64_t count_max) const;

  // Returns marks that have changed and were not stored within kept_every.
  std::vector<exchange::Seen> take_due(base::SteadyTime now);

 private:
  struct Mark {
    exchange::Seen seen;
    bool is_new = false;
    std::optional<base::SteadyTime> kept_at;
  };

  mutable std::mutex mutex_;
  std::map<QueueName, Mark> marks_;  // guarded by mutex_
};

}  // namespace tradepost::store::embedded
