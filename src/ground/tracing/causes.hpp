#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <mutex>
#include <optional>
#include <unordered_map>

#include "base/ground/resource_limits.hpp"
#include "base/ids.hpp"
#include "tracing/trace_context.hpp"

namespace tradepost::tracing {

// The event of an object, as the number that the caller gives to its type.
struct Cause {
  base::Uuid about;
  std::uint8_t event = 0;

  bool operator==(const Cause&) const = default;
};

// Remembers which request caused an event, so that a later call about the event continues its
// trace. Forgets the oldest ones. Any thread may call it.
class Causes {
 public:
  explicit Causes(std::size_t max = base::limits::trace_causes_max) : max_(max) {}

  void note(const Cause& cause, const TraceContext& context);
  std::optional<TraceContext> find(const Cause& cause) const;

 private:
  struct Hash {
    std::size_t operator()(const Cause& cause) const noexcept {
      return std::hash<base::Uuid>()(cause.about) ^ cause.event;
    }
  };

  const std::size_t max_;
  mutable std::mutex mutex_;
  // Guarded by mutex_. Both have the same causes, in_order_ the oldest first.
  std::unordered_map<Cause, TraceContext, Hash> contexts_;
  std::deque<Cause> in_order_;
};

}  // namespace tradepost::tracing
