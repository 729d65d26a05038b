#include "database/primary.hpp"

namespace tradepost::database {

bool Primary::take(std::int64_t timeline) {
  std::int64_t known = latest_;
  while (known < timeline && !latest_.compare_exchange_weak(known, timeline)) {
  }
  return known <= timeline;
}

bool Primary::has_later_than(std::int64_t timeline, const Ask& ask) {
  constexpr std::chrono::seconds ask_every{2};
  if (has_later_than(timeline)) return true;
  const std::unique_lock lock(mutex_, std::try_to_lock);
  if (!lock.owns_lock()) return false;
  if (asked_at_ && std::chrono::steady_clock::now() < *asked_at_ + ask_every) return false;
  if (const std::optional<std::int64_t> found = ask()) take(*found);
  asked_at_ = std::chrono::steady_clock::now();
  return has_later_than(timeline);
}

}  // namespace tradepost::database
