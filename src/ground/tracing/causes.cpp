#include "tracing/causes.hpp"

namespace tradepost::tracing {

void Causes::note(const Cause& cause, const TraceContext& context) {
  const std::lock_guard lock(mutex_);
  if (!contexts_.insert_or_assign(cause, context).second) return;
  in_order_.push_back(cause);
  if (in_order_.size() <= max_) return;
  contexts_.erase(in_order_.front());
  in_order_.pop_front();
}

std::optional<TraceContext> Causes::find(const Cause& cause) const {
  const std::lock_guard lock(mutex_);
  const auto found = contexts_.find(cause);
  return found == contexts_.end() ? std::nullopt : std::optional(found->second);
}

}  // namespace tradepost::tracing
