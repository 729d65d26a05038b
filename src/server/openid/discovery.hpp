#pragma once

#include <expected>
#include <memory>
#include <mutex>
#include <optional>
#include <vector>

#include "base/tasks/completion.hpp"
#include "base/tasks/task.hpp"
#include "openid/metadata.hpp"
#include "openid/provider.hpp"

namespace tradepost::openid {

// The discovery document and the keys of one provider.
struct Discovered {
  Metadata metadata;
  std::vector<Key> keys;
};
// Shared, because a sign-in still uses an older one when another sign-in has read a newer one.
using DiscoveredPtr = std::shared_ptr<const Discovered>;

// Reads and caches the discovery document and the keys. Concurrent tasks share one reading. Any
// thread may call it; it resumes each task on the executor of that task.
//
// A person without an account can cause a reading. So one that failed is not repeated for some
// seconds, and readings for unknown keys have a limit.
class Discovery {
 public:
  using Outcome = std::expected<DiscoveredPtr, Refusal>;

  // `provider` and `calls` must outlive it.
  Discovery(const Provider& provider, calls::Calls& calls) : provider_(provider), calls_(calls) {}

  // Returns a result that is at most an hour old.
  base::Task<Outcome> current();
  // Returns a result that is newer than `known`, whose keys were not enough. Returns `known` itself
  // if it was read less than a minute ago.
  base::Task<Outcome> newer_than(DiscoveredPtr known);

 private:
  // Returns the outcome without a call, or nullopt if it must be read. Call it under the lock.
  std::optional<Outcome> cached(const DiscoveredPtr& known, base::SteadyTime now) const;
  base::Task<Outcome> read();

  const Provider& provider_;
  calls::Calls& calls_;

  std::mutex mutex_;
  // Guarded by mutex_:
  DiscoveredPtr discovered_;        // the last successful one
  std::optional<Refusal> refusal_;  // of the last reading
  base::SteadyTime discovered_at_{};
  base::SteadyTime read_at_{};  // the end of the last reading
  bool is_reading_ = false;
  std::vector<base::Completer<Outcome>> waiting_;  // for the reading under way
};

}  // namespace tradepost::openid
